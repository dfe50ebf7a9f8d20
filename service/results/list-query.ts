import { DomainError } from '../model/errors.ts'
import { isId } from '../model/ids.ts'
import { searchWords } from '../model/search-words.ts'
import type { ListQuery } from '../store/record-list.ts'
import { isSortColumn, isTextColumn, type SortColumn } from '../store/record-order.ts'

/** What `GET /results/content` may be asked, all optional. */
export interface ListParameters {
  id?: string
  /** Id of a prospect: only their records. */
  prospect?: string
  /** `json`, the default, or `csv`. */
  format?: string
  search?: string
  /** A column, with `-` before it from the highest down. Default `-created`. */
  sort?: string
  /** `next` of the answer before. */
  cursor?: string
  /** 1 to 1000. Default 100. */
  limit?: string
}

const defaultLimit = 100
const highestLimit = 1000
const longestSearch = 200

/** Reads the query of the list. Throws `invalid-field` that names the parameter. */
export function readListQuery({
  id,
  prospect,
  search = '',
  sort = '-created',
  cursor,
  limit,
}: ListParameters): ListQuery {
  const column = columnOf(sort.replace(/^-/, ''))
  if (id !== undefined && !isId(id)) throw new DomainError('not-found', 'No content has this id.')
  if (prospect !== undefined && !isId(prospect))
    throw new DomainError('not-found', 'No prospect has this id.')
  return {
    id,
    prospect,
    ...searchOf(search.replaceAll('\0', '').trim().slice(0, longestSearch)),
    sort: column,
    descending: sort.startsWith('-'),
    after: cursor === undefined ? undefined : readCursor(cursor, column),
    limit: limit === undefined ? defaultLimit : readLimit(limit),
  }
}

/** Where a page of the list ends, as the text that asks for the next one. */
export function writeCursor(last: [key: string, id: string]): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url')
}

function readCursor(text: string, column: SortColumn): [key: string, id: string] {
  const keyShape = isTextColumn(column) ? /^[^\0]*$/ : /^\d{1,18}$/
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof key === 'string' && keyShape.test(key) && typeof id === 'string' && isId(id)) return [key, id]
  } catch {
    // Told below.
  }
  throw bad('cursor must be the next of an answer with the same sort')
}

/** `name` is the name of the prospect, or of the company where there is none, as the list shows it. */
function columnOf(name: string): SortColumn {
  const column = name === 'name' ? 'prospect' : name
  if (isSortColumn(column)) return column
  throw bad(
    'sort must be name, template, created, visits, views, clicks or ms, with - before it to sort downwards',
  )
}

function searchOf(search: string): Pick<ListQuery, 'words' | 'template'> {
  return search ? { words: searchWords(search), template: search } : {}
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= highestLimit) return limit
  throw bad(`limit must be a whole number from 1 to ${highestLimit}`)
}

function bad(message: string): DomainError {
  return new DomainError('invalid-field', `${message}.`)
}
