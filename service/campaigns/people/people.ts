import { Type } from '@fastify/type-provider-typebox'
import { keyOf, readPageQuery, readSort } from '../../base/http/list-page.ts'
import { decodeGaps } from '../../content/gap.ts'
import { type ItemNames, withName } from '../../templates/item-names.ts'
import { linkTo, type Utm } from '../../templates/link.ts'
import type { CampaignPeopleQuery, CampaignPerson } from '../campaign.ts'
import { saidOf } from '../import/mend-line.ts'
import type { Group } from '../lift/draw.ts'
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

const longestSearch = 200

const positions = {
  line: Type.Tuple([keyOf.integer, keyOf.integer, keyOf.text]),
  visits: Type.Tuple([keyOf.integer, keyOf.integer, keyOf.text, keyOf.figure]),
  lastVisit: Type.Tuple([keyOf.integer, keyOf.integer, keyOf.text, keyOf.time]),
}

/** Reads the query of the list of people. Throws `invalid-field` that names the parameter. */
export function readPeopleQuery(asked: CampaignPeopleQuery): PlaceQuery {
  const { search, problem, content, review, missing, sort = 'line' } = asked
  const sorting = readSort(sort, placeSorts)
  return {
    ...sorting,
    ...readPageQuery(asked, positions[sorting.sort]),
    search: search?.replaceAll('\0', '').trim().slice(0, longestSearch),
    problem: problem === undefined ? undefined : readProblem(problem.replaceAll('\0', '').trim()),
    content: content?.replaceAll('\0', ''),
    review,
    isLacking: missing === undefined ? undefined : missing === 'true',
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
