import { DomainError, invalidField } from '../../base/words/errors.ts'

/** Why another kind of file is refused. */
export function saveAsCsv(kind: string): DomainError {
  return invalidField(`The list is ${kind}: save it as a workbook (.xlsx) or as CSV (UTF-8), and send that.`)
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
