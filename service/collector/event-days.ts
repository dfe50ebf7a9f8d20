import type { Service } from '../service.ts'
import { dropOldEvents, openEventDays } from '../store/event-days.ts'

const everyMs = 60 * 60 * 1000

/**
 * Sees to it that there is a place for the events of today and the week to come, now and every hour, and that events
 * older than `EVENTS_RETENTION_DAYS` go. Any number of processes may do so at once.
 */
export async function keepEventDays(service: Service): Promise<void> {
  const { db, log, config } = service
  await openEventDays(db)
  let underWay = dropOld()
  const timer = setInterval(() => {
    underWay = underWay.then(() => openEventDays(db)).then(dropOld, tell)
  }, everyMs)
  service.onStop(() => {
    clearInterval(timer)
    return underWay
  })

  function dropOld(): Promise<void> {
    return dropOldEvents(db, config.eventsRetentionDays).catch(tell)
  }

  function tell(error: unknown): void {
    log.error({ err: error }, 'the days of events could not be kept; it will be tried again')
  }
}
