import { type Event, isFarewell } from '../../wire/event.ts'
import type { Arrival } from './changes.ts'
import type { Presence } from './presence-sql.ts'
import type { Measured, VisitState } from './tally.ts'

/** What an arrival says of who is on the page. */
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
    sent: batch.sent,
    isAway: isFarewell(batch),
    item: (latest && items.get(latest.item)?.index) ?? null,
  }
}

/**
 * The later of two by the visit's own clock, with the item that was seen or clicked last. A page sends its farewell last,
 * but requests may overtake each other: of two that were sent at one time it is the later.
 */
export function latestPresence(known: Presence | undefined, next: Presence): Presence {
  if (!known) return next
  const isLater = next.sent > known.sent || (next.sent === known.sent && (next.isAway || !known.isAway))
  const [before, after] = isLater ? [known, next] : [next, known]
  return { ...after, seen: Math.max(known.seen, next.seen), item: after.item ?? before.item }
}
