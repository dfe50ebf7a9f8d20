import type { ColumnType } from 'kysely'
import type { PersonField } from '../model/prospect.ts'

/** A point in time, which may be written as text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** A column that the database fills where an insert leaves it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** Null where it is not known; `additional` is JSON text as it came: jsonb would sort its keys. */
export type PersonColumns = Record<PersonField, string | null>
