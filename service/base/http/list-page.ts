import { type Static, type TSchema, Type } from '@fastify/type-provider-typebox'
import { type RawBuilder, sql } from 'kysely'
import { Check } from 'typebox/value'
import { inOrder, isBehind, timeOf } from '../database/sql.ts'
import { invalidField } from '../words/errors.ts'
import { joinWithOr } from '../words/text.ts'

export interface PageParameters {
  limit?: string | undefined
  cursor?: string | undefined
}

export interface PageQuery<Position = [key: string, id: string]> {
  after?: Position | undefined
  limit: number
}

/** What a list is sorted by; the last part of a position decides between equals. */
export interface Sorting<Column> {
  sort: Column
  descending: boolean
}

/** What positions consist of. Cursors come from outside: none has a value that the database could not read. */
export const keyOf = {
  /** Milliseconds since 1970 as text, no further than a `Date` goes. PostgreSQL goes further. */
  time: Type.String({ pattern: '^\\d{1,15}$' }),
  figure: Type.String({ pattern: '^\\d{1,18}$' }),
  text: Type.String({ pattern: '^[^\\0]*$' }),
  id: Type.String({ pattern: '^[0-9a-f]{24}$' }),
  integer: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
}

const defaultLimit = 100
const highestLimit = 1000

/** Reads which page is wanted, by default the first 100. Throws `invalid-field`. `position`: a row's position in this list, a tuple. */
export function readPageQuery<T extends TSchema>(
  { limit = String(defaultLimit), cursor }: PageParameters,
  position: T,
): PageQuery<Static<T>> {
  const wanted = Number(limit)
  if (!/^\d+$/.test(limit) || wanted < 1 || wanted > highestLimit)
    throw invalidField(`limit: must be a whole number from 1 to ${highestLimit}.`)
  return { limit: wanted, after: cursor === undefined ? undefined : readCursor(cursor, position) }
}

/** Reads `sort`: one of the columns, with `-` before it for descending order. Throws `invalid-field`. */
export function readSort<Column extends string>(text: string, columns: readonly Column[]): Sorting<Column> {
  const sort = columns.find((each) => each === text.replace(/^-/, ''))
  if (sort) return { sort, descending: text.startsWith('-') }
  throw invalidField(`sort: must be ${joinWithOr(columns)}, with - before it to sort downwards.`)
}

/** Which part is wanted of a list that is sorted by time or by name; ids decide between equals. */
export type ListPart = PageQuery & Sorting<'created' | 'name'>

/** Reads it, by default the newest first. Throws `invalid-field`. */
export function readListPart(asked: PageParameters & { sort?: string | undefined }): ListPart {
  const sorting = readSort(asked.sort ?? '-created', ['created', 'name'] as const)
  const position = Type.Tuple([sorting.sort === 'created' ? keyOf.time : keyOf.text, keyOf.id])
  return { ...sorting, ...readPageQuery(asked, position) }
}

/** SQL of it: the `key` of a row, which rows follow the cursor, and their order. `label`: what the list sorts by for a name. */
export function partOf(label: RawBuilder<unknown>, { sort, descending, after, limit }: ListPart) {
  const isByTime = sort === 'created'
  const columns = [isByTime ? sql`created_at` : label, sql`id`]
  const text = isByTime ? sql`(extract(epoch FROM created_at) * 1000)::bigint::text` : label
  const [key, id] = after ?? []
  const from = isByTime ? timeOf(key) : sql`${key}`
  return {
    key: sql`${text} AS key`,
    isBehind: after ? isBehind(descending, columns, [from, sql`${id}`]) : sql<boolean>`true`,
    order: sql`ORDER BY ${inOrder(descending, ...columns)} LIMIT ${limit}`,
  }
}

/** Reads a page, and the cursor of the next page where there is one. `list` reads rows in order, `limit` at most. */
export async function readPage<Query, Position extends [unknown, ...unknown[]], Row>(
  query: Query & PageQuery<Position>,
  list: (query: Query & PageQuery<Position>) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): Promise<{ rows: Row[]; next?: string }> {
  const found = await list({ ...query, limit: query.limit + 1 })
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  if (!last || rows.length === found.length) return { rows }
  return { rows, next: Buffer.from(JSON.stringify(positionOf(last))).toString('base64url') }
}

function readCursor<T extends TSchema>(cursor: string, position: T): Static<T> {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Check(position, read)) return read
  } catch {
    // No JSON: reported below.
  }
  throw invalidField('cursor: must be the next of an earlier answer to the same query.')
}
