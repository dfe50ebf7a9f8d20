import { type Command, readArguments } from '../base/commands/command.ts'
import { stoppedExit } from '../base/commands/run.ts'
import type { Database } from '../base/database/database.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { UserError } from '../base/words/errors.ts'
import { listCallbacks, retryCallbacks, type UndeliveredCallback } from './callbacks-sql.ts'

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
