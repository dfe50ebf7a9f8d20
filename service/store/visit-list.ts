import { sql } from 'kysely'
import type { Database } from './database.ts'
import { decodeEvents, decodeVisit } from './event-codec.ts'
import type { EventRow } from './event-export.ts'

/** A counted visit of a record, with its events by their dates. */
export interface ListedVisit {
  visit: string
  /** Milliseconds since 1970. */
  began: number
  events: EventRow[]
}

/** The `most` latest counted visits of a record, the first one first. Of visits older than the retention nothing is left. */
export async function listVisits(
  db: Database,
  organization: string,
  content: string,
  most: number,
): Promise<ListedVisit[]> {
  const rows = await db
    .selectFrom('visit')
    .select(['visit', 'state'])
    .where((is) => is.and({ organization, content, counted: true }))
    .orderBy('touched', 'desc')
    .limit(most)
    .execute()
  const states = new Map(rows.map(({ visit, state }) => [visit, decodeVisit(state)]))
  const events = await eventsOfVisits(db, organization, content, [...states.keys()])
  return [...states]
    .map(([visit, { began, durations }]) => ({
      visit,
      began,
      events: (events.get(visit) ?? [])
        .map(([seq, item, date, button]) => ({ visit, seq, item, date, button, ms: durations[seq]?.[1] }))
        .sort((a, b) => a.date - b.date || a.seq - b.seq),
    }))
    .sort((a, b) => a.began - b.began)
}

async function eventsOfVisits(db: Database, organization: string, content: string, visits: string[]) {
  const tally = await db
    .selectFrom('tally')
    .select('since')
    .where((is) => is.and({ organization, content }))
    .executeTakeFirst()
  const rows = await db
    .selectFrom('event')
    .select(['visit', 'events'])
    .where((is) => is.and({ organization, content }))
    .where('day', '>=', tally?.since ?? '0001-01-01')
    .where(sql<boolean>`visit = ANY (${visits})`)
    .execute()
  const byVisit = Map.groupBy(rows, ({ visit }) => visit)
  return new Map(
    [...byVisit].map(([visit, all]) => [visit, all.flatMap(({ events }) => decodeEvents(events))]),
  )
}
