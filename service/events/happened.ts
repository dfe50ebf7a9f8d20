import type { Happening } from '../messages/events.ts'
import type { Changes, MeasuredVisit } from './changes.ts'
import type { KnownStates, VisitKey } from './sql.ts'

/** An event for each new counted visit. `keys` are in the order of `known.visits`. */
export function begunVisits(
  keys: Map<string, VisitKey>,
  visits: Map<string, MeasuredVisit>,
  known: KnownStates,
): Happening[] {
  return [...keys].flatMap(([name, key], at) => {
    const visit = known.visits[at] ? undefined : visits.get(name)
    if (!visit?.counted) return []
    return [{ ...key, type: 'visit.started', key: `${key.content} ${key.visit}`, at: visit.state.began }]
  })
}

/** An event for a record whose goal is reached for the first time. */
export function reachedGoal({ measured, goal }: Changes): Happening[] {
  if (!goal) return []
  const { organization, content } = measured
  const { visit, date } = goal
  return [{ organization, content, visit, type: 'goal.reached', key: content, at: date }]
}
