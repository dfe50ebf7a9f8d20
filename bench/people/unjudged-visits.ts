import type { ClientBase } from 'pg'
import type { Changes } from '../../service/events/changes.ts'
import { countVisit } from '../../service/events/count-visit.ts'

/** Counts each new visit as a person's, in place of the `settleVisits` that judges. */
export async function settleVisits(_client: ClientBase, all: Changes[]): Promise<void> {
  for (const changes of all)
    for (const { visit, isNew, numbers } of changes.visits.values()) {
      if (!isNew) continue
      const { tally } = changes
      countVisit(changes, visit, numbers.values(), 1)
      Object.assign(visit, { kind: 'person', why: 'older-script', counted: true })
      tally.first = Math.min(tally.first ?? visit.began, visit.began)
      tally.latest = Math.max(tally.latest ?? visit.began, visit.began)
    }
}

/** In place of the functions of `bursts.ts`: no network is remembered. */
export const suspectsAmong = () => []
export const seenIn = () => []
export function findBursts(): void {}
export function remember(): void {}
