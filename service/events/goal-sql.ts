import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { decodeMeasuredItems } from '../content/measured-items.ts'
import type { RecordKey } from './tally.ts'

/**
 * Finds out whether and when a record's visits reached its goal, which is another one than before: what was reached until
 * now was the former goal. Call it in a transaction that has locked the record, so that no batch is stored meanwhile.
 */
export async function recountGoal(trx: Database, { organization, content }: RecordKey): Promise<void> {
  const record = await trx
    .selectFrom('content')
    .select(['analytics', 'content', 'measured', 'goal'])
    .where((is) => is.and({ organization, id: content }))
    .executeTakeFirst()
  if (!record) return
  const { goal } = record
  const { analytics, analyticsNow } = decodeMeasuredItems(record)
  const position = analyticsNow.find((index) => analytics[index]?.id === goal) ?? -1
  // Days of events may have left the database; what the tally counts has not.
  await sql`
    UPDATE tally SET reached = item.visits > 0, reached_at = CASE WHEN item.visits > 0 THEN coalesce(event.first, last_visit) END
    FROM (
      SELECT coalesce(t.item_visits[${position + 1}::integer], 0) AS visits FROM tally t
      WHERE t.organization = ${organization} AND t.content = ${content}) AS item, (
      SELECT min(e.happened_at) AS first FROM visit v
      JOIN event e ON e.day = v.day AND e.organization = v.organization AND e.content = v.content AND e.visit = v.visit
      WHERE v.organization = ${organization} AND v.content = ${content} AND v.counted AND e.item = ${goal}) AS event
    WHERE organization = ${organization} AND content = ${content}`.execute(trx)
}
