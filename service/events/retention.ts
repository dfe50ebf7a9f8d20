import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { dropOldEvents, openEventDays } from '../store/event-days.ts'

const everyMs = 60 * 60 * 1000

/**
 * Makes the partitions of today and the week to come, now and every hour, and drops events older than
 * `EVENTS_RETENTION_DAYS`. Any number of processes may do so at once.
 * Gives what stops it, once what is under way has ended.
 */
export async function startRetention(
  db: Database,
  log: Logger,
  retentionDays: number,
): Promise<() => Promise<void>> {
  await openEventDays(db)
  let underWay = dropOld()
  const timer = setInterval(() => {
    underWay = underWay.then(() => openEventDays(db)).then(dropOld, logFailure)
  }, everyMs)

  function dropOld(): Promise<void> {
    return dropOldEvents(db, retentionDays).catch(logFailure)
  }

  function logFailure(error: unknown): void {
    log.error({ err: error }, 'the partitions of events could not be kept; it will be tried again')
  }

  return () => {
    clearInterval(timer)
    return underWay
  }
}
