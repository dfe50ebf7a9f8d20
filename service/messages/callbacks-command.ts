import { sql } from 'kysely'
import { type Command, readArguments } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { UserError } from '../base/words/errors.ts'
import { countOf } from '../base/words/text.ts'

export const callbacksListCommand: Command = {
  name: 'callbacks list',
  usage: '',
  summary: 'lists the callbacks that are not delivered: content record, state, attempts, what went wrong',
  help: { examples: ['callbacks list'] },
  needsDatabase: true,
  prepare(args) {
    readArguments(args)
    return async ({ rooms, out, err, isTerminal }) => {
      const callbacks = await rooms.db
        .selectFrom('message')
        .select(['organization', 'id', 'url', 'state', 'attempt', 'last_error', 'next_attempt_at'])
        .where('url', 'is not', null)
        .orderBy('organization')
        .orderBy('id')
        .limit(10_000)
        .execute()
      for (const { organization, id, url, state, attempt, last_error, next_attempt_at: next } of callbacks) {
        const attempts = countOf(attempt, 'attempt')
        const then = next ? `next ${next.toISOString()}` : 'no further attempt'
        const parts = [id, state, attempts, last_error ?? 'not tried yet', then, organization, url]
        await out(`${parts.join('  ')}\n`)
      }
      if (callbacks.length === 0 && isTerminal) err('every callback is delivered\n')
      return 0
    }
  },
}

export const callbacksRetryCommand: Command<{ db: Database; jobs: Pick<Jobs, 'wake'> }> = {
  name: 'callbacks retry',
  usage: 'ID|all',
  summary: 'sends the callback of a content record, or every dead one, again now',
  help: {
    options: {
      ID: 'the content record, as callbacks list names it',
      all: 'every callback that was given up',
    },
    examples: ['callbacks retry 6b00893a1f2e4d5c6b7a8901', 'callbacks retry all'],
  },
  needsDatabase: true,
  prepare(args) {
    const { ID = '' } = readArguments(args, { positions: ['ID'] })
    return async ({ rooms, err }) => {
      const count = await retryCallbacks(rooms.db, ID === 'all' ? undefined : ID)
      if (count === 0 && ID !== 'all')
        throw new UserError(`no callback of the record ${ID} is waiting or dead; callbacks list shows them`)
      rooms.jobs.wake('deliver')
      err(`${count} to be sent again\n`)
      return 0
    }
  },
}

/** Has all dead callbacks, or that of a record in any state, begin the schedule again. Returns how many; then wake the workers. */
async function retryCallbacks(db: Database, content?: string): Promise<number> {
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
