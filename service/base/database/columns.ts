import { type ColumnType, type RawBuilder, sql } from 'kysely'
import type { PersonField } from '../words/prospect.ts'

/** A point in time, which may be written as text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** The new `updated_at` of a row: always later than the old one, by a millisecond at least, as the API shows it. */
export const nextUpdate = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`

/** SQL: a time from milliseconds since 1970, as cursors have it. */
export function timeOf(ms: string | number | undefined): RawBuilder<Date> {
  return sql<Date>`'epoch'::timestamptz + ${ms}::bigint * interval '1 millisecond'`
}

/** A column that the database fills where an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** Null where it is not known; `additional` is JSON text as it was sent: jsonb would sort its keys. */
export type PersonColumns = Record<PersonField, string | null>
