import { badCursor, decodeCursor, encodeCursor, isTime, readLimit } from '../base/http/list-request.ts'
import { DomainError } from '../base/words/errors.ts'
import { decodeGaps } from '../content/gap-codec.ts'
import { linkTo } from '../templates/link.ts'
import type { CampaignPerson } from './campaign.ts'
import { decodeListed } from './listed-codec.ts'
import { saidOf } from './mend-line.ts'
import type { PlacePosition, PlaceQuery, PlaceRow, PlaceSort } from './places-sql.ts'
import type { CampaignRow } from './sql.ts'

/** The query of `GET …/people`, all optional. */
export interface PeopleParameters {
  /** Part of an address, a name, a company or a line. */
  search?: string
  /** `true`: only what has a problem; `false`: only what has none; any other text: part of the problem. */
  problem?: string
  /** `line`, `visits` or `lastVisit`, with `-` before it for descending order. Default `line`. */
  sort?: string
  /** 1 to 1000. Default 100. */
  limit?: string
  /** `next` of the previous answer. */
  cursor?: string
}

const longestSearch = 200

/** Reads the query of the list of people. Throws `invalid-field` that names the parameter. */
export function readPeopleQuery({
  search,
  problem,
  sort = 'line',
  limit,
  cursor,
}: PeopleParameters): PlaceQuery {
  return {
    sort: readSort(sort),
    descending: sort.startsWith('-'),
    search: search?.replaceAll('\0', '').trim().slice(0, longestSearch),
    problem: problem === undefined ? undefined : readProblem(problem.replaceAll('\0', '').trim()),
    limit: readLimit(limit),
    after: cursor === undefined ? undefined : readPosition(cursor),
  }
}

const sorts: readonly PlaceSort[] = ['line', 'visits', 'lastVisit']

function readSort(text: string): PlaceSort {
  const found = sorts.find((each) => each === text.replace(/^-/, ''))
  if (found) return found
  throw new DomainError(
    'invalid-field',
    `sort: must be ${sorts.join(', ')}, with - before it to sort downwards.`,
  )
}

/** The cursor of the next page. */
export function nextPlaces(sort: PlaceSort | undefined, last: PlaceRow): string {
  const value = sort === 'visits' ? last.visits : (last.lastVisit?.getTime() ?? 0)
  const position = [last.list, last.line, last.key]
  return encodeCursor(sort === undefined || sort === 'line' ? position : [...position, value])
}

function readProblem(text: string): boolean | string {
  if (/^(true|1|any|)$/i.test(text)) return true
  return /^(false|0|none)$/i.test(text) ? false : text.slice(0, longestSearch)
}

function readPosition(cursor: string): PlacePosition {
  const [list, line, key, value = 0] = decodeCursor(cursor)
  if (isSmall(list) && isSmall(line) && typeof key === 'string' && !key.includes('\0') && isTime(value))
    return [list, line, key, value]
  throw badCursor()
}

function isSmall(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31
}

/** A place as it is listed; unknown fields are left out. */
export function toPerson(row: PlaceRow, campaign: CampaignRow, page: string | undefined): CampaignPerson {
  const pending = row.person === null ? undefined : decodeListed(row.person).facts
  const known = {
    email: row.email,
    name: pending?.name ?? row.name,
    company: pending?.company ?? row.company,
    prospect: row.prospect,
    content: row.content,
    link: linkOf(row, page),
    problem: row.problem,
    text: row.text,
    firstVisitAt: row.firstVisit?.toISOString(),
    lastVisitAt: row.lastVisit?.toISOString(),
  }
  return {
    line: row.line,
    list: row.list,
    ...(row.text !== null && { said: saidOf(JSON.parse(row.cells) as string[], campaign) }),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value != null)),
    status: statusOf(row),
    gaps: decodeGaps(row.gaps),
    visits: row.visits,
    reached: row.reached,
  }
}

/** The link of a place. Undefined for a line by which nobody is invited, and where the template has no page. */
export function linkOf({ pattern }: PlaceRow, page: string | undefined): string | undefined {
  return pattern !== null && page !== undefined ? linkTo(page, pattern) : undefined
}

/** The status of a place's record. */
export function statusOf({ text, status }: PlaceRow): CampaignPerson['status'] {
  return text === null ? (status ?? 'waiting') : 'problem'
}
