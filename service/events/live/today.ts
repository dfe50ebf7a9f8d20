import type { Database } from '../../base/database/database.ts'
import { listPresent, type PresentRow, type VisitedRecord } from '../presence-sql.ts'
import type { Broken, Interested, Present, Today, VisitorOf } from '../today.ts'
import { listDays, listRecent, type RecentRow } from '../today-sql.ts'
import { readBroken } from './broken.ts'
import { rankInterested } from './interest.ts'

const days = 7
/** How many records are ranked by interest, and how many of them are shown. */
const mostRecent = 200
const mostShown = 30

/** Who is on a page right now. */
export async function readNow(db: Database, organization: string): Promise<Present[]> {
  return (await listPresent(db, organization)).map(toPresent)
}

/** The rest of the Today screen, which changes more slowly. */
export async function readWeek(db: Database, organization: string): Promise<Omit<Today, 'now'>> {
  const recent = await listRecent(db, organization, { days, most: mostRecent })
  return {
    week: rankInterested(recent.map(toInterested)).slice(0, mostShown),
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
  const { analytics, visits, reached, lastVisitAt } = row
  return {
    ...toVisitor(row),
    visits,
    lastVisitAt: lastVisitAt.toISOString(),
    reached,
    // In the order of the template.
    items: analytics.flatMap(({ id, type }) =>
      row.items.filter((did) => did.item === id && did.type === type),
    ),
  }
}
