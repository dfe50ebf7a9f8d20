import type { ClientBase } from 'pg'
import { countEvents, countVisit } from './count-visit.ts'
import { hastyItems, isHasty, judge } from './kinds.ts'
import type { ChangedEvent, ChangedVisit, Changes } from './rows.ts'
import { readClicks, readEventsOf } from './sql.ts'

/** A visit of a record. */
interface Settled {
  changes: Changes
  changed: ChangedVisit
}

/** Of so many visits the events are in memory at once. */
const visitsAtOnce = 20

/**
 * After all batches of a group: judges by what takes more than one batch, and counts whoever has become a person, with
 * all that the visit has. Returns the visits that count from now on.
 */
export async function settleVisits(client: ClientBase, all: Changes[]): Promise<Set<ChangedVisit>> {
  const settled = all.flatMap((changes) =>
    [...changes.visits.values()].map((changed) => ({ changes, changed })),
  )
  await findHaste(client, settled)
  const added = settled.filter(({ changes: { measured, tally }, changed }) => {
    const { visit, signs, isNew } = changed
    const was = visit.counted
    Object.assign(
      visit,
      judge(visit, { ...signs, hasInput: visit.input === true, visibleMs: visit.visible ?? 0 }),
    )
    if (measured.test) return false
    visit.counted = visit.kind === 'person'
    tally.others += Number(!visit.counted) - Number(!isNew && !was)
    return visit.counted && !was
  })
  for (let from = 0; from < added.length; from += visitsAtOnce)
    await countAll(client, added.slice(from, from + visitsAtOnce))
  return new Set(added.map(({ changed }) => changed))
}

async function countAll(client: ClientBase, visits: Settled[]): Promise<void> {
  const known = visits.filter(({ changed }) => !changed.isNew).map(({ changed }) => changed.visit)
  const stored = Map.groupBy(await readEventsOf(client, known), keyOf)
  for (const { changes, changed } of visits) {
    countVisit(changes, changed.visit)
    const before = (stored.get(keyOf(changed.visit)) ?? []).map((row) => [row.seq, row] as const)
    countEvents(changes, [...new Map([...before, ...changed.numbers]).values()])
  }
}

function keyOf({ content, visit }: { content: string; visit: string }): string {
  return `${content} ${visit}`
}

/** Finds those who click faster than a person can, among visits that no earlier batch has shown to be a person's. */
async function findHaste(client: ClientBase, all: Settled[]): Promise<void> {
  const suspects = all
    .filter(({ changes, changed: { visit, numbers } }) => {
      if (visit.kind !== 'unsure' || ![...numbers.values()].some(isNewClick)) return false
      const clickable = [...changes.measured.items.values()].filter(({ type }) => type === 'click')
      return clickable.filter(({ index }) => visit.items.includes(index)).length >= hastyItems
    })
    .map(({ changed }) => changed)
  const known = suspects.filter(({ isNew }) => !isNew).map(({ visit }) => visit)
  const before = Map.groupBy(await readClicks(client, known), keyOf)
  for (const { visit, numbers, signs } of suspects)
    signs.isHasty = isHasty([
      ...(before.get(keyOf(visit)) ?? []),
      ...[...numbers.values()].filter(isNewClick),
    ])
}

function isNewClick(event: ChangedEvent): event is ChangedEvent & { at: number } {
  return event.type === 'click' && event.change === 'new'
}
