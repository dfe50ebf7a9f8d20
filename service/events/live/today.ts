import type { Database } from '../../base/database/database.ts'
import { ownerOf, parseAdditional } from '../../prospects/owner.ts'
import { listPresent, type PresentRow, type VisitedRecord } from '../presence-sql.ts'
import type { Broken, Interested, Present, Today, VisitorOf } from '../today.ts'
import { listDays, listRecent, type RecentRow, readWeeks } from '../today-sql.ts'
import { readBroken } from './broken.ts'
import { rankInterested } from './interest.ts'

const days = 7
/** How many records are ranked by interest, and how many of them are shown. */
const mostRecent = 200
const mostShown = 100

/** The address of a record's page for its prospect. Undefined where the template has no page. */
export type LinkOf = (
  organization: string,
  record: { template: string; pattern: string; utm: string | null },
) => Promise<string | undefined>

/** What Today is read from. */
export interface TodaySources {
  db: Database
  /** The address of a record's page for its prospect. Undefined where the template has no page. */
  linkOf: LinkOf
}

/** Who is on a page right now. */
export async function readNow(db: Database, organization: string): Promise<Present[]> {
  return (await listPresent(db, organization)).map(toPresent)
}

/** The rest of the Today screen, which changes more slowly. */
export async function readWeek(
  { db, linkOf }: TodaySources,
  organization: string,
): Promise<Omit<Today, 'now'>> {
  const recent = await listRecent(db, organization, { days, most: mostRecent })
  const people = recent.map(async (row) => {
    const link = await linkOf(organization, row)
    return { ...toInterested(row), ...(link && { link }) }
  })
  return {
    week: rankInterested(await Promise.all(people)).slice(0, mostShown),
    weeks: await readWeeks(db, organization),
    days: await listDays(db, organization, days),
    broken: await readFaults(db, organization),
  }
}

/** What is broken now. */
export function readFaults(db: Database, organization: string): Promise<Broken[]> {
  return readBroken(db, organization, days)
}

function toPresent(row: PresentRow): Present {
  const latest = row.item === null ? undefined : row.analytics[row.item]
  return {
    ...toVisitor(row),
    since: row.beganAt.toISOString(),
    ...(latest && { latest: { item: latest.id, type: latest.type } }),
  }
}

function toVisitor(record: VisitedRecord): VisitorOf {
  const { prospect, content, template, name, email, company, domain } = record
  const label = name || email || company || domain || prospect
  return { prospect, content, label, ...(email && { email }), ...(company && { company }), template }
}

function toInterested(row: RecentRow): Interested {
  const { analytics, visits, reached, lastVisitAt, firstVisitAt, done, campaign, campaignName } = row
  const owner = ownerOf(parseAdditional(row.additional))
  return {
    ...toVisitor(row),
    visits,
    lastVisitAt: lastVisitAt.toISOString(),
    reached,
    firstVisitAt: firstVisitAt.toISOString(),
    done,
    ...(campaign && campaignName && { campaign: { id: campaign, name: campaignName } }),
    ...(owner && { owner }),
    // In the order of the template.
    items: analytics.flatMap(({ id, type }) =>
      row.items.filter((did) => did.item === id && did.type === type),
    ),
  }
}
