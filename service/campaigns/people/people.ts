import { Type } from '@fastify/type-provider-typebox'
import { keyOf, readPageQuery, readSort } from '../../base/http/list-page.ts'
import { decodeGaps } from '../../content/gap.ts'
import { linkTo, type Utm } from '../../templates/link.ts'
import { namesOf, type Template, withName } from '../../templates/template.ts'
import type { CampaignPerson, MendedFields } from '../campaign.ts'
import type { CampaignPeopleQuery } from '../operations.ts'
import { type CampaignColumn, type CampaignRow, readUtm } from '../sql.ts'
import { type PlacePosition, type PlaceQuery, type PlaceRow, type PlaceSort, placeSorts } from './sql.ts'
import { whatIsWrong } from './what-is-wrong.ts'

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
  const cleaned = (text?: string) => text?.replaceAll('\0', '').trim().slice(0, longestSearch)
  const texts = { search: cleaned(search), problem: cleaned(problem), content: cleaned(content) }
  return { ...sorting, ...readPageQuery(asked, positions[sorting.sort]), ...texts, review, missing }
}

/** The position of a place in a list that is sorted so. */
export function positionOf(
  sort: PlaceSort,
  { list, line, key, visits, lastVisitAt }: PlaceRow,
): PlacePosition {
  if (sort === 'line') return [list, line, key]
  return [list, line, key, String(sort === 'visits' ? visits : (lastVisitAt?.getTime() ?? 0))]
}

/**
 * A place as it is listed; unknown fields are left out.
 *
 * @param domains of other people's addresses, for suggestions
 */
export function toPerson(
  row: PlaceRow,
  { utm, columns, control }: CampaignRow,
  template: Template | undefined,
  domains: readonly string[],
): CampaignPerson {
  const { gaps, updatedAt, firstVisitAt, lastVisitAt, visits, reached, line, list, status } = row
  const { email, name, company, prospect, content, problem, text, review, changed } = row
  const said = text === null ? undefined : saidOf(row.cells, columns)
  const known = {
    ...(said && { said, ...whatIsWrong(row.problem, said, columns, domains) }),
    ...{ email, name, company, prospect, content, problem, text, review, changed },
    link: linkOf(row, { page: template?.page, utm: readUtm(utm) }),
    group: control > 0 ? row.group : null,
    updatedAt: updatedAt?.toISOString(),
    firstVisitAt: firstVisitAt?.toISOString(),
    lastVisitAt: lastVisitAt?.toISOString(),
  }
  return {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value != null)),
    ...{ line, list, status, visits, reached },
    gaps: decodeGaps(gaps).gaps.map((gap) => withName(gap, namesOf(template).content(gap))),
  }
}

function saidOf(cells: readonly string[], columns: readonly CampaignColumn[]): MendedFields {
  const said: MendedFields & { firstName?: string; lastName?: string } = {}
  for (const [at, { meaning }] of columns.entries()) {
    const text = cells[at]?.trim()
    if (text && meaning && meaning !== 'ignore') said[meaning] ??= text
  }
  const { firstName, lastName, ...fields } = said
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return { ...(name && { name }), ...fields }
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
