import type { Summary } from '../model/results.ts'
import type { Database } from '../store/database.ts'
import {
  daysOf,
  daysOfRecord,
  durationsOf,
  findMeasuredRecord,
  type RecordGroup,
  recordsOf,
} from '../store/results.ts'
import { createSum } from './summarise.ts'

/**
 * Up to so many visits a median is exact; above it is within 2.2 %, read from the histogram. Visits lie scattered
 * among those of other records: reading more of them from the embedded database would take a noticeable time.
 */
const exactVisits = 1000

/** The results of one record; undefined where the organization has none with this id. */
export async function readRecordResults(
  db: Database,
  organization: string,
  id: string,
): Promise<({ content: string; pattern: string } & Summary) | undefined> {
  const record = await findMeasuredRecord(db, organization, id)
  if (!record) return undefined
  const sum = createSum()
  sum.add(record)
  if (sum.visits <= exactVisits) sum.addDurations(await durationsOf(db, organization, [id]))
  return { content: id, pattern: record.pattern, ...sum.summary(await daysOfRecord(db, organization, id)) }
}

/** The results of a group's records, summed; undefined where the organization has no record of it. */
export async function readGroupResults(
  db: Database,
  organization: string,
  group: RecordGroup,
): Promise<({ records: number } & Summary) | undefined> {
  const sum = createSum()
  const contents: string[] = []
  for await (const records of recordsOf(db, organization, group)) {
    for (const record of records) {
      sum.add(record)
      contents.push(record.id)
    }
  }
  if (contents.length === 0) return undefined
  if (sum.visits <= exactVisits) sum.addDurations(await durationsOf(db, organization, contents))
  const days = await daysOf(db, organization, group)
  return { records: contents.length, ...sum.summary(days) }
}

/** What no record comes to. */
export const noResults: { records: number } & Summary = {
  ...{ records: 0, visits: 0, lost: 0, items: [], report: [], days: [] },
}
