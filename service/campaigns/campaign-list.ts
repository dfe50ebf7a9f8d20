import { badCursor, decodeCursor, encodeCursor, isTime, readLimit } from '../base/http/list-request.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import type { CampaignPart, CampaignSort, ListedCampaign } from './list-sql.ts'

/** The query of `GET /campaigns`, all optional. */
export interface CampaignListParameters {
  /** `created` or `name`, with `-` before it for descending order. Default `-created`. */
  sort?: string
  /** 1 to 1000. Default 100. */
  limit?: string
  /** `next` of the previous answer. */
  cursor?: string
}

/** Reads the query of the list of campaigns. Throws `invalid-field` that names the parameter. */
export function readCampaignList({ sort = '-created', limit, cursor }: CampaignListParameters): CampaignPart {
  const column = readSort(sort)
  return {
    sort: column,
    descending: sort.startsWith('-'),
    limit: readLimit(limit),
    after: cursor === undefined ? undefined : readAfter(cursor, column),
  }
}

/** The cursor of the next page. */
export function nextOf(sort: CampaignSort, { created_at: createdAt, label, id }: ListedCampaign): string {
  return encodeCursor([sort === 'created' ? createdAt.getTime() : label, id])
}

function readSort(text: string): CampaignSort {
  const column = text.replace(/^-/, '')
  if (column === 'created' || column === 'name') return column
  throw new DomainError('invalid-field', 'sort: must be created or name, with - before it to sort downwards.')
}

function readAfter(cursor: string, sort: CampaignSort): [key: string | number, id: string] {
  const [key, id] = decodeCursor(cursor)
  const isKey = sort === 'created' ? isTime(key) : typeof key === 'string' && !key.includes('\0')
  if (isKey && typeof id === 'string' && isId(id)) return [key as string | number, id]
  throw badCursor()
}
