import { badCursor, decodeCursor, encodeCursor, isTime, readLimit } from '../base/http/list-request.ts'
import { readDomain } from '../base/words/domain.ts'
import { parseEmail } from '../base/words/email.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { searchWords } from '../base/words/search-words.ts'
import type { ProspectFilter, ProspectPart, ProspectSort } from './list-sql.ts'

/** The query of `GET /prospects`, all optional. */
export interface ProspectListParameters {
  email?: string | undefined
  domain?: string | undefined
  search?: string | undefined
  /** `created` or `name`, with `-` before it for descending order. Default `-created`. */
  sort?: string | undefined
  limit?: string | undefined
  cursor?: string | undefined
}

export interface ProspectPageQuery {
  filter: ProspectFilter
  part: ProspectPart
}

/** Reads the query. Throws `invalid-field`, which names the parameter. */
export function readProspectList(asked: ProspectListParameters): ProspectPageQuery {
  const { email, domain, search, sort = '-created', limit, cursor } = asked
  const column = readSort(sort)
  return {
    filter: {
      emailKey: email === undefined ? undefined : parseEmail(email).key,
      domain: domain === undefined ? undefined : readDomain(domain),
      words: search?.trim() ? searchWords(search) : undefined,
    },
    part: {
      sort: column,
      descending: sort.startsWith('-'),
      limit: readLimit(limit),
      after: cursor === undefined ? undefined : readPosition(cursor, column),
    },
  }
}

/** The cursor for the page after this prospect. */
export function writePosition(sort: ProspectSort, { key, id }: { key: string; id: string }): string {
  // A number for dates, because the previous version reads and writes it so.
  return encodeCursor([sort === 'created' ? Number(key) : key, id])
}

function readPosition(text: string, sort: ProspectSort): [key: string, id: string] {
  const [key, id] = decodeCursor(text)
  const isKey = sort === 'created' ? isTime(key) : typeof key === 'string' && !key.includes('\0')
  if (isKey && typeof id === 'string' && isId(id)) return [String(key), id]
  throw badCursor()
}

function readSort(text: string): ProspectSort {
  const column = text.replace(/^-/, '')
  if (column === 'created' || column === 'name') return column
  throw new DomainError('invalid-field', 'sort: must be created or name, with - before it to sort downwards.')
}
