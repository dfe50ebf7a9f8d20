import type { Database } from '../../base/database/database.ts'
import type { Summary } from '../results.ts'
import {
  countGroup,
  countUnsure,
  daysOfGroup,
  daysOfRecord,
  durationsOf,
  findMeasuredRecord,
  firstOfGroup,
  type RecordGroup,
  visitedOfGroup,
} from '../results-sql.ts'
import { createSum } from './summarise.ts'

/**
 * Up to this many visits a median is exact; above, it is read from the histogram and within 2.2 %. The visits of a
 * record are scattered among those of others: reading more of them from the embedded database would take noticeable
 * time.
 */
const exactVisits = 1000

/** How many unvisited records are read for their items: reading all would take as long as summing all. */
const mostUnvisited = 500

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
  const [days, unsure] = [
    await daysOfRecord(db, organization, id),
    await countUnsure(db, organization, { content: id }),
  ]
  return { content: id, pattern: record.pattern, ...sum.summary(days, unsure) }
}

/** The results of a template's or a campaign's records, summed. */
export async function readGroupResults(
  db: Database,
  organization: string,
  group: RecordGroup,
): Promise<{ records: number } & Summary> {
  const sum = createSum()
  // Items without visits are included as well, in the order of the template.
  for (const record of await firstOfGroup(db, organization, group, mostUnvisited))
    sum.add({ ...record, tally: undefined })
  const visited: string[] = []
  for await (const records of visitedOfGroup(db, organization, group)) {
    for (const record of records) sum.add(record)
    visited.push(...records.map(({ id }) => id))
  }
  if (sum.visits <= exactVisits) sum.addDurations(await durationsOf(db, organization, visited))
  const days = await daysOfGroup(db, organization, group)
  return {
    records: await countGroup(db, organization, group),
    ...sum.summary(days, await countUnsure(db, organization, group)),
  }
}
