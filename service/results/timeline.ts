import type { TimelineVisit } from '../model/results.ts'
import type { Database } from '../store/database.ts'
import { findMeasuredRecord } from '../store/results.ts'
import { listVisits } from '../store/visit-list.ts'
import { toExported } from './export.ts'

/** Of more visits the earliest are left out: the events are there to be exported. */
const mostVisits = 500

/** The visits of a record in order, each with its events; undefined where the organization has no such record. */
export async function readVisits(
  db: Database,
  organization: string,
  id: string,
): Promise<TimelineVisit[] | undefined> {
  const record = await findMeasuredRecord(db, organization, id)
  if (!record) return undefined
  const visits = await listVisits(db, organization, id, mostVisits)
  return visits.map(({ visit, began, events }) => ({
    visit,
    startedAt: new Date(began).toISOString(),
    events: events.map((row) => {
      const { visit: _, ...event } = toExported(row, record.analytics)
      return event as TimelineVisit['events'][number]
    }),
  }))
}
