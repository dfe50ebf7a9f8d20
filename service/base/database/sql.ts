import { type ColumnType, type RawBuilder, sql } from 'kysely'
import type { PersonField } from '../words/prospect.ts'
import type { Database } from './database.ts'

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

type Expression = RawBuilder<unknown>

/** SQL: the order of a list, for `ORDER BY`. */
export function inOrder(descending: boolean, ...columns: Expression[]): Expression {
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql.join(columns.map((column) => sql`${column} ${direction}`))
}

/** SQL: whether a row comes behind a position in this order: `(name, id) > ('acme', '65…')`. */
export function isBehind(descending: boolean, columns: Expression[], position: Expression[]) {
  return sql<boolean>`(${sql.join(columns)}) ${beyond(descending)} (${sql.join(position)})`
}

/** SQL: `>`, or `<` in descending order. */
export function beyond(descending: boolean): Expression {
  return descending ? sql`<` : sql`>`
}

/** Reads a list page by page until one is not full; pages without rows are left out. `last` is undefined for the first. */
export async function* inPages<Row>(size: number, readPage: (last: Row | undefined) => Promise<Row[]>) {
  let last: Row | undefined
  do {
    const rows = await readPage(last)
    if (rows.length > 0) yield rows
    last = rows.length < size ? undefined : rows.at(-1)
  } while (last)
}

/** SQL: whether name, company, e-mail address or domain of a prospect have words that begin so. By index. */
export function hasWords(prospect: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const of = sql`prospect_words(${prospect}.name, ${prospect}.company, ${prospect}.email, ${prospect}.domain)`
  return sql<boolean>`(${of} @@ ${queryOf(words)})`
}

/** SQL: the same for name and company alone, for which there is no index. */
export function nameHasWords(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(prospect_words(name, company, NULL, NULL) @@ ${queryOf(words)})`
}

function queryOf(words: readonly string[]): RawBuilder<unknown> {
  return sql`to_tsquery('pg_catalog.simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}

/**
 * Analyses the keys of those of these tables that have grown tenfold since they were, beyond a megabyte. The planner takes what
 * an organization has for a few rows until then, and reads all of it to find one.
 */
export async function analyzeGrown(db: Database, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; key: string[] }>`
    SELECT relname AS name, array_agg(attname::text) AS key
    FROM pg_class c JOIN pg_index ON indrelid = c.oid AND indisprimary
    JOIN pg_attribute ON attrelid = c.oid AND attnum = ANY (indkey)
    WHERE relnamespace = current_schema()::regnamespace AND relname = ANY (${tables})
      AND pg_relation_size(c.oid) > 10 * greatest(relpages, 10) * current_setting('block_size')::bigint
    GROUP BY relname`.execute(db)
  for (const { name, key } of rows)
    await sql`ANALYZE ${sql.table(name)} (${sql.join(key.map((column) => sql.ref(column)))})`.execute(db)
}
