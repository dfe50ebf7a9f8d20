import type { Database } from '../base/database/database.ts'
import { isInvited } from './in-open-campaign.ts'

/** The body of `GET /p/{pattern}`, as JSON text; undefined where no completed record has the pattern. */
export async function findPageRecord(db: Database, pattern: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('content')
    .select(['language', 'content', 'analytics'])
    .where((is) => is.and({ pattern, status: 'completed' }))
    .where(isInvited)
    .executeTakeFirst()
  if (!row) return undefined
  // The stored JSON of the items has just the fields that are sent.
  const head = `{"pattern":${JSON.stringify(pattern)},"language":${JSON.stringify(row.language)}`
  return `${head},"content":${row.content},"analytics":${row.analytics}}`
}
