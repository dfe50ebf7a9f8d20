import { DomainError } from '../../base/words/errors.ts'

/** Why a list is refused that has something wrong with it. */
export function unusable(message: string): DomainError {
  return new DomainError('invalid-field', message)
}

/** Why another kind of file is refused. */
export function saveAsCsv(kind: string): DomainError {
  return unusable(`The list is ${kind}: save it as a workbook (.xlsx) or as CSV (UTF-8), and send that.`)
}

/** What a workbook is told that needs more than it may. */
export function tooLarge(): DomainError {
  const message =
    'The workbook (.xlsx) has more than 64 MiB in it once it is unpacked: save the list alone, as CSV (UTF-8).'
  return new DomainError('too-large', message)
}

export function tooMany(most: string): DomainError {
  return new DomainError('too-large', `A list has at most ${most}: send it in parts.`)
}
