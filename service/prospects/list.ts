import { readDomain } from '../model/domain.ts'
import { parseEmail } from '../model/email.ts'
import { DomainError } from '../model/errors.ts'
import { isId } from '../model/ids.ts'
import { searchWords } from '../model/search-words.ts'
import type { ProspectFilter, ProspectPosition } from '../store/prospect-list.ts'

/** What `GET /prospects` may be asked, all optional. */
export interface ProspectListParameters {
  email?: string
  domain?: string
  search?: string
  limit?: string
  cursor?: string
}

export interface ProspectPageQuery {
  filter: ProspectFilter
  limit: number
  after: ProspectPosition | undefined
}

const defaultLimit = 100
const highestLimit = 1000

/** Reads what is asked. Throws `invalid-field` that names the parameter. */
export function readProspectList(asked: ProspectListParameters): ProspectPageQuery {
  const { email, domain, search, limit, cursor } = asked
  return {
    filter: {
      emailKey: email === undefined ? undefined : parseEmail(email).key,
      domain: domain === undefined ? undefined : readDomain(domain),
      words: search?.trim() ? searchWords(search) : undefined,
    },
    limit: limit === undefined ? defaultLimit : readLimit(limit),
    after: cursor === undefined ? undefined : readPosition(cursor),
  }
}

/** A prospect's place in the list, as the text that asks for what follows. */
export function writePosition({ createdAt, id }: ProspectPosition): string {
  return Buffer.from(JSON.stringify([createdAt.getTime(), id])).toString('base64url')
}

function readPosition(text: string): ProspectPosition {
  try {
    const [time, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const createdAt = new Date(time as number)
    if (Number.isInteger(time) && !Number.isNaN(createdAt.getTime()) && typeof id === 'string' && isId(id))
      return { createdAt, id }
  } catch {
    // Told below.
  }
  throw new DomainError('invalid-field', 'cursor: must be the next of an answer.')
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d{1,4}$/.test(text) && limit >= 1 && limit <= highestLimit) return limit
  throw new DomainError('invalid-field', `limit: must be a whole number from 1 to ${highestLimit}.`)
}
