import type { Event } from '../../wire/event.ts'
import type { Arrival } from './changes.ts'
import type { Presence } from './presence-sql.ts'
import type { Measured, VisitState } from './tally.ts'

/**
 * What an arrival says of who is on the page. When the page is hidden or left, durations come in a batch of their own;
 * before that they come with views and clicks.
 */
export function presenceOf(
  { items }: Measured,
  { began }: VisitState,
  { batch, arrivedAt }: Arrival,
): Presence {
  const did = batch.events.filter(({ type }) => type !== 'duration')
  const latest = did.reduce<Event | undefined>(
    (last, each) => (last && last.at > each.at ? last : each),
    undefined,
  )
  return {
    began,
    seen: arrivedAt,
    isAway: batch.events.length > 0 && did.length === 0 && !batch.report,
    item: (latest && items.get(latest.item)?.index) ?? null,
  }
}

/** The later of two, with the item that was seen or clicked last. */
export function latestPresence(known: Presence | undefined, next: Presence): Presence {
  if (!known) return next
  const [before, after] = known.seen <= next.seen ? [known, next] : [next, known]
  return { ...after, item: after.item ?? before.item }
}
