import { type Static, type TSchema, Type } from '@fastify/type-provider-typebox'
import { Check } from 'typebox/value'
import { DomainError } from '../words/errors.ts'

/** What a request says about the page of a list: see `pageParameters`. */
export interface PageParameters {
  limit?: string | undefined
  cursor?: string | undefined
}

/** Which page of a list is wanted. */
export interface PageQuery<Position = [key: string, id: string]> {
  /** The position of the last row of the page before. */
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
/** Characters of JSON: a page is never longer, whatever `limit` says. */
const mostLength = 2 * 1024 * 1024

/**
 * Reads which page is wanted: `limit` is 1 to 1000, by default 100, and `cursor` is the `next` of an earlier answer.
 * Throws `invalid-field`.
 *
 * @param position what a row's position is in this list, a tuple
 */
export function readPageQuery<T extends TSchema>(
  { limit = String(defaultLimit), cursor }: PageParameters,
  position: T,
): PageQuery<Static<T>> {
  return {
    limit: readLimit(limit),
    after: cursor === undefined ? undefined : readCursor(cursor, position),
  }
}

/** Reads `sort`: one of the columns, with `-` before it for descending order. Throws `invalid-field`. */
export function readSort<Column extends string>(text: string, columns: readonly Column[]): Sorting<Column> {
  const sort = columns.find((each) => each === text.replace(/^-/, ''))
  if (sort) return { sort, descending: text.startsWith('-') }
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(columns)
  throw new DomainError('invalid-field', `sort: must be ${names}, with - before it to sort downwards.`)
}

/**
 * Reads a page: as many rows as fit into one answer, at least one, and the cursor of the next page where there is one.
 *
 * @param list reads rows in order, `limit` at most
 */
export async function readPage<Query, Position extends [unknown, ...unknown[]], Row>(
  query: Query & PageQuery<Position>,
  list: (query: Query & PageQuery<Position>) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): Promise<{ rows: Row[]; next?: string }> {
  const found = await list({ ...query, limit: query.limit + 1 })
  const rows = fitting(found.slice(0, query.limit))
  const last = rows.at(-1)
  return { rows, ...(last && rows.length < found.length && { next: toCursor(positionOf(last)) }) }
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= highestLimit) return limit
  throw new DomainError('invalid-field', `limit: must be a whole number from 1 to ${highestLimit}.`)
}

function toCursor(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function readCursor<T extends TSchema>(cursor: string, position: T): Static<T> {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Check(position, read)) return read
  } catch {
    // No JSON: reported below.
  }
  throw new DomainError('invalid-field', 'cursor: must be the next of an earlier answer to the same query.')
}

function fitting<Row>(rows: Row[]): Row[] {
  let length = 0
  const end = rows.findIndex((row) => {
    length += JSON.stringify(row).length
    return length > mostLength
  })
  return end < 0 ? rows : rows.slice(0, Math.max(1, end))
}
