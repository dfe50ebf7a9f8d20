import type { Summary } from '../model/results.ts'
import type { Database } from '../store/database.ts'
import {
  daysOfGroup,
  daysOfRecord,
  durationsOf,
  findMeasuredRecord,
  type RecordGroup,
  recordsOfGroup,
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

/** The results of a template's or a campaign's records, summed. */
export async function readGroupResults(
  db: Database,
  organization: string,
  group: RecordGroup,
): Promise<{ records: number } & Summary> {
  const sum = createSum()
  const contents: string[] = []
  for await (const records of recordsOfGroup(db, organization, group)) {
    for (const record of records) {
      sum.add(record)
      contents.push(record.id)
    }
  }
  if (sum.visits <= exactVisits) sum.addDurations(await durationsOf(db, organization, contents))
  const days = await daysOfGroup(db, organization, group)
  return { records: contents.length, ...sum.summary(days) }
}
