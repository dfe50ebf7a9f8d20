import { Type } from '@fastify/type-provider-typebox'
import { keyOf, type PageParameters, readPageQuery, readSort } from '../../base/http/list-page.ts'
import { DomainError } from '../../base/words/errors.ts'
import { isId } from '../../base/words/ids.ts'
import { searchWords } from '../../base/words/search-words.ts'
import type { ListQuery } from '../record-list-sql.ts'
import type { SortColumn } from '../record-order-sql.ts'

/** The parameters of `GET /results/content`, all optional. */
export interface ListParameters extends PageParameters {
  id?: string
  /** Id of a prospect: only their records. */
  prospect?: string
  /** `json`, the default, or `csv`. */
  format?: string
  search?: string
  /** A column, with `-` before it to sort downwards. Default `-created`. */
  sort?: string
}

const longestSearch = 200

/** `name` sorts by the prospect as the list shows it: the name, else the company. */
const sorts = ['name', 'prospect', 'template', 'created', 'visits', 'views', 'clicks', 'ms'] as const

const byText = Type.Tuple([keyOf.text, keyOf.id])
const byFigure = Type.Tuple([keyOf.figure, keyOf.id])
const positions: Record<SortColumn, typeof byText> = {
  prospect: byText,
  template: byText,
  created: Type.Tuple([keyOf.time, keyOf.id]),
  visits: byFigure,
  views: byFigure,
  clicks: byFigure,
  ms: byFigure,
}

/** Reads the parameters. Throws `invalid-field` with the name of the parameter. */
export function readListQuery(asked: ListParameters): ListQuery {
  const { id, prospect, search = '' } = asked
  const { sort: named, descending } = readSort(asked.sort ?? '-created', sorts)
  const sort = named === 'name' ? 'prospect' : named
  if (id !== undefined && !isId(id)) throw new DomainError('not-found', 'No content has this id.')
  if (prospect !== undefined && !isId(prospect))
    throw new DomainError('not-found', 'No prospect has this id.')
  return {
    id,
    prospect,
    ...searchOf(search.replaceAll('\0', '').trim().slice(0, longestSearch)),
    sort,
    descending,
    ...readPageQuery(asked, positions[sort]),
  }
}

function searchOf(search: string): Pick<ListQuery, 'words' | 'template'> {
  return search ? { words: searchWords(search), template: search } : {}
}
