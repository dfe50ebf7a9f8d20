import type { PersonField } from '../../model/prospect.ts'

/**
 * One entry of a file, by the number of the line on which it begins: what it holds, or why it cannot be read; of a
 * record also its text.
 */
export type Entry<T> =
  | { line: number; value: T; problem?: undefined; text?: string }
  | { line: number; value?: undefined; problem: string; text?: string }

/** The fields of an entry that are understood, as texts; `additional` is JSON text. */
export type PersonFields = Partial<Record<PersonField, string>>
