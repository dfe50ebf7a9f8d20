import { badCursor, decodeCursor, isTime, readLimit } from '../../base/http/list-request.ts'
import { DomainError } from '../../base/words/errors.ts'
import { isId } from '../../base/words/ids.ts'
import { searchWords } from '../../base/words/search-words.ts'
import type { ListQuery } from '../record-list-sql.ts'
import { isSortColumn, isTextColumn, type SortColumn } from '../record-order-sql.ts'

/** The parameters of `GET /results/content`, all optional. */
export interface ListParameters {
  id?: string
  /** Id of a prospect: only their records. */
  prospect?: string
  /** `json`, the default, or `csv`. */
  format?: string
  search?: string
  /** A column, with `-` before it to sort downwards. Default `-created`. */
  sort?: string
  /** `next` of the previous answer. */
  cursor?: string
  /** 1 to 1000. Default 100. */
  limit?: string
}

const longestSearch = 200

/** Reads the parameters. Throws `invalid-field` with the name of the parameter. */
export function readListQuery(asked: ListParameters): ListQuery {
  const { id, prospect, search = '', sort = '-created', cursor, limit } = asked
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
    limit: readLimit(limit),
  }
}

function readCursor(text: string, column: SortColumn): [key: string, id: string] {
  const [key, id] = decodeCursor(text)
  if (isKeyOf(column, key) && typeof id === 'string' && isId(id)) return [key, id]
  throw badCursor()
}

function isKeyOf(column: SortColumn, key: unknown): key is string {
  if (typeof key !== 'string') return false
  if (isTextColumn(column)) return !key.includes('\0')
  return /^\d{1,18}$/.test(key) && (column !== 'created' || isTime(Number(key)))
}

/** `name` sorts by the prospect as the list shows it: the name, else the company. */
function columnOf(name: string): SortColumn {
  const column = name === 'name' ? 'prospect' : name
  if (isSortColumn(column)) return column
  throw new DomainError(
    'invalid-field',
    'sort must be name, template, created, visits, views, clicks or ms, with - before it to sort downwards.',
  )
}

function searchOf(search: string): Pick<ListQuery, 'words' | 'template'> {
  return search ? { words: searchWords(search), template: search } : {}
}
