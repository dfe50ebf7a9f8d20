import { DomainError } from '../model/errors.ts'
import { isId } from '../model/ids.ts'
import { badCursor, decodeCursor, encodeCursor, readLimit } from '../model/list-request.ts'
import type { CampaignPart, CampaignSort, ListedCampaign } from '../store/campaign-list.ts'

/** What `GET /campaigns` may be asked, all optional. */
export interface CampaignListParameters {
  /** `created` or `name`, with `-` before it from the last to the first. Default `-created`. */
  sort?: string
  /** 1 to 1000. Default 100. */
  limit?: string
  /** `next` of the answer before. */
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

/** Where a page of the list ends, as the text that asks for the next one. */
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
  const isKey =
    sort === 'created' ? Number.isSafeInteger(key) : typeof key === 'string' && !key.includes('\0')
  if (isKey && typeof id === 'string' && isId(id)) return [key as string | number, id]
  throw badCursor()
}
