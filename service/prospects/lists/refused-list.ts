import { DomainError } from '../../base/words/errors.ts'

/** What a workbook is told that cannot be read. */
export function damaged(): DomainError {
  return new DomainError(
    'invalid-field',
    'The workbook (.xlsx) is damaged: open it in the program that made it, save it again, and send that.',
  )
}

/** What a workbook is told that needs more than it may. */
export function tooLarge(): DomainError {
  return new DomainError(
    'too-large',
    'The workbook (.xlsx) has more than 64 MiB in it once it is unpacked: save the list alone, as CSV (UTF-8).',
  )
}

export function tooManyLines(most: number): DomainError {
  return new DomainError(
    'too-large',
    `A list has at most ${most.toLocaleString('en')} lines: send it in parts.`,
  )
}

export function emptySheet(name: string): DomainError {
  return new DomainError(
    'invalid-field',
    `The first sheet of the workbook (.xlsx), ${JSON.stringify(name.slice(0, 40))}, is empty: put the list into it.`,
  )
}

/** Why another kind of file is refused. */
export function saveAsCsv(kind: string): DomainError {
  return new DomainError(
    'invalid-field',
    `The list is ${kind}: save it as a workbook (.xlsx) or as CSV (UTF-8), and send that.`,
  )
}

/** Why a workbook with a password is refused. */
export function hasPassword(): DomainError {
  return new DomainError(
    'invalid-field',
    'The workbook (.xlsx) has a password: save it without one, or save the list as CSV (UTF-8).',
  )
}
