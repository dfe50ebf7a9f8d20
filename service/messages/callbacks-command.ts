import { type Selectable, sql } from 'kysely'
import { type Command, readArguments, stoppedExit } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import { inPages } from '../base/database/sql.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { UserError } from '../base/words/errors.ts'
import type { MessageTable } from './sql.ts'

export const callbacksListCommand: Command = {
  name: 'callbacks list',
  usage: '',
  summary: 'lists the callbacks that are not delivered: content record, state, attempts, what went wrong',
  help: { examples: ['callbacks list'] },
  needsDatabase: true,
  prepare(args) {
    readArguments(args)
    return async ({ rooms, out, err, isTerminal, signal }) => {
      let isDelivered = true
      for await (const callbacks of listCallbacks(rooms.db)) {
        if (signal.aborted) return stoppedExit
        isDelivered = false
        await out(callbacks.map((delivery) => `${line(delivery)}\n`).join(''))
      }
      if (isDelivered && isTerminal) err('every callback is delivered\n')
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
        throw new UserError(
          `no callback of the content record ${ID} is waiting or dead; callbacks list shows them`,
        )
      rooms.jobs.wake()
      err(`${count} to be sent again\n`)
      return 0
    }
  },
}

function line(delivery: UndeliveredCallback): string {
  const next = delivery.next_attempt_at
    ? `next ${delivery.next_attempt_at.toISOString()}`
    : 'no further attempt'
  const attempts = `${delivery.attempt} ${delivery.attempt === 1 ? 'attempt' : 'attempts'}`
  const parts = [delivery.id, delivery.state, attempts, delivery.last_error ?? 'not tried yet', next]
  return [...parts, delivery.organization, delivery.url].join('  ')
}

/** A callback that is not delivered. */
type UndeliveredCallback = Pick<
  Selectable<MessageTable>,
  'organization' | 'id' | 'url' | 'state' | 'attempt' | 'last_error' | 'next_attempt_at'
>

const callbacksAtOnce = 1000

/** The callbacks that are not delivered, some at a time: organization by organization, the oldest record first. */
function listCallbacks(db: Database): AsyncGenerator<UndeliveredCallback[]> {
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
