import type { PersonField } from '../../base/words/prospect.ts'

/**
 * One entry of a file, with the number of its first line: its value, or why it cannot be read. A record also has its
 * text.
 */
export type Entry<T> =
  | { line: number; value: T; problem?: undefined; text?: string }
  | { line: number; value?: undefined; problem: string; text?: string }

/** The known fields of an entry as texts; `additional` is JSON text. */
export type PersonFields = Partial<Record<PersonField, string>>
