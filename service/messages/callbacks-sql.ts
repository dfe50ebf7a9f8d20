import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { inPages } from '../base/database/in-pages.ts'
import type { MessageTable } from './sql.ts'

/** A callback that is not delivered. */
export type UndeliveredCallback = Pick<
  Selectable<MessageTable>,
  'organization' | 'id' | 'url' | 'state' | 'attempt' | 'last_error' | 'next_attempt_at'
>

const callbacksAtOnce = 1000

/** The callbacks that are not delivered, some at a time: organization by organization, the oldest record first. */
export function listCallbacks(db: Database): AsyncGenerator<UndeliveredCallback[]> {
  return inPages(callbacksAtOnce, (last: UndeliveredCallback | undefined) =>
    db
      .selectFrom('message')
      .select(['organization', 'id', 'url', 'state', 'attempt', 'last_error', 'next_attempt_at'])
      .where('url', 'is not', null)
      .$if(last !== undefined, (callbacks) =>
        callbacks.where(sql<boolean>`(organization, id) > (${last?.organization}, ${last?.id})`),
      )
      .orderBy('organization')
      .orderBy('id')
      .limit(callbacksAtOnce)
      .execute(),
  )
}

/**
 * Makes callbacks due now, with all attempts of the schedule before them again: the dead ones, or the one of the
 * content record `content` in any state. Returns how many. A job that is under way is left alone. Afterwards, wake the
 * workers.
 */
export async function retryCallbacks(db: Database, content?: string): Promise<number> {
  const which = content === undefined ? sql`state = 'dead'` : sql`id = ${content}`
  const { rows } = await sql<{ count: number }>`
    WITH retried AS (
      UPDATE message SET state = 'pending', attempt = 0, next_attempt_at = now()
      WHERE url IS NOT NULL AND ${which}
      RETURNING organization, id, url
    ), jobs AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT organization, 'deliver', id, split_part(url, '/', 3), now() FROM retried
      ON CONFLICT (organization, kind, subject) DO UPDATE SET run_at = now() WHERE job.lease IS NULL
    )
    SELECT count(*) AS count FROM retried`.execute(db)
  return rows[0]?.count ?? 0
}
