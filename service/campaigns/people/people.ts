import { Type } from '@fastify/type-provider-typebox'
import { keyOf, type PageParameters, readPageQuery, readSort } from '../../base/http/list-page.ts'
import { DomainError } from '../../base/words/errors.ts'
import { type Review, reviews } from '../../content/content.ts'
import { decodeGaps } from '../../content/gap.ts'
import { type ItemNames, withName } from '../../templates/item-names.ts'
import { linkTo, type Utm } from '../../templates/link.ts'
import type { CampaignPerson } from '../campaign.ts'
import { saidOf } from '../import/mend-line.ts'
import type { Group } from '../lift/groups.ts'
import { readUtm } from '../list-sql.ts'
import { decodeListed } from '../listed-codec.ts'
import type { CampaignRow } from '../sql.ts'
import {
  type PlacePosition,
  type PlaceQuery,
  type PlaceRow,
  type PlaceSort,
  placeSorts,
} from './places-sql.ts'

/** The query of `GET …/people`, all optional. */
export interface PeopleParameters extends PageParameters {
  /** Part of an address, a name, a company or a line. */
  search?: string
  /** `true`: only what has a problem; `false`: only what has none; any other text: part of the problem. */
  problem?: string
  /** Id of a content record: only its person. */
  content?: string
  /** `waiting` or `approved`. */
  review?: string
  /** `true`: only people whose page lacks something; `false`: only those whose page lacks nothing. */
  missing?: string
  /** `line`, `visits` or `lastVisit`, with `-` before it for descending order. Default `line`. */
  sort?: string
}

const longestSearch = 200

const positions = {
  line: Type.Tuple([keyOf.integer, keyOf.integer, keyOf.text]),
  visits: Type.Tuple([keyOf.integer, keyOf.integer, keyOf.text, keyOf.figure]),
  lastVisit: Type.Tuple([keyOf.integer, keyOf.integer, keyOf.text, keyOf.time]),
}

/** Reads the query of the list of people. Throws `invalid-field` that names the parameter. */
export function readPeopleQuery(asked: PeopleParameters): PlaceQuery {
  const { search, problem, content, review, missing, sort = 'line' } = asked
  const sorting = readSort(sort, placeSorts)
  return {
    ...sorting,
    ...readPageQuery(asked, positions[sorting.sort]),
    search: search?.replaceAll('\0', '').trim().slice(0, longestSearch),
    problem: problem === undefined ? undefined : readProblem(problem.replaceAll('\0', '').trim()),
    content: content?.replaceAll('\0', ''),
    review: review === undefined ? undefined : readReview(review),
    isLacking: missing === undefined ? undefined : readMissing(missing),
  }
}

/** The position of a place in a list that is sorted so. */
export function positionOf(sort: PlaceSort, { list, line, key, visits, lastVisit }: PlaceRow): PlacePosition {
  if (sort === 'line') return [list, line, key]
  return [list, line, key, String(sort === 'visits' ? visits : (lastVisit?.getTime() ?? 0))]
}

function readProblem(text: string): boolean | string {
  if (/^(true|1|any|)$/i.test(text)) return true
  return /^(false|0|none)$/i.test(text) ? false : text.slice(0, longestSearch)
}

function readReview(text: string): Review {
  const review = reviews.find((each) => each === text)
  return review ?? refuse(`review: must be ${reviews.join(' or ')}.`)
}

function readMissing(text: string): boolean {
  return text === 'true' || (text !== 'false' && refuse('missing: must be true or false.'))
}

function refuse(message: string): never {
  throw new DomainError('invalid-field', message)
}

/** What is said of a campaign's template beside its people. */
export interface ShownTemplate {
  page: string | undefined
  names: ItemNames
}

/** A place as it is listed; unknown fields are left out. */
export function toPerson(
  row: PlaceRow,
  campaign: CampaignRow,
  { page, names }: ShownTemplate,
): CampaignPerson {
  const pending = row.person === null ? undefined : decodeListed(row.person).facts
  const known = {
    email: row.email,
    name: pending?.name ?? row.name,
    company: pending?.company ?? row.company,
    prospect: row.prospect,
    content: row.content,
    link: linkOf(row, { page, utm: readUtm(campaign) }),
    problem: row.problem,
    text: row.text,
    updatedAt: row.updatedAt?.toISOString(),
    firstVisitAt: row.firstVisit?.toISOString(),
    lastVisitAt: row.lastVisit?.toISOString(),
  }
  return {
    line: row.line,
    list: row.list,
    ...(row.text !== null && { said: saidOf(JSON.parse(row.cells) as string[], campaign) }),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value != null)),
    status: statusOf(row),
    ...(row.text === null && { review: row.approved ? ('approved' as const) : ('waiting' as const) }),
    ...(row.changed && { changed: true }),
    gaps: decodeGaps(row.gaps).gaps.map((gap) => withName(gap, names.content(gap))),
    visits: row.visits,
    reached: row.reached,
    ...(campaign.control > 0 && row.text === null && { group: groupOf(row) }),
  }
}

/** Where the links of a campaign go. */
export interface LinkedPage {
  page: string | undefined
  utm: Utm
}

/** The link of a place. Undefined for a line that invites nobody, and where the template has no page. */
export function linkOf({ pattern }: PlaceRow, { page, utm }: LinkedPage): string | undefined {
  return pattern !== null && page !== undefined ? linkTo(page, pattern, utm) : undefined
}

/** On which side of the comparison a person is. */
export function groupOf({ control }: PlaceRow): Group {
  return control ? 'control' : 'personal'
}

/** The status of a place's record. */
export function statusOf({ text, status }: PlaceRow): CampaignPerson['status'] {
  return text === null ? (status ?? 'waiting') : 'problem'
}
