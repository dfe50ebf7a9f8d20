import { stayedMs } from '../../wire/limits.ts'

/** What a visit is taken to be: a person's, a machine's, or not known yet. The database's `visit_kind` says which. */
export const visitKinds = ['person', 'machine', 'unsure'] as const
export type VisitKind = (typeof visitKinds)[number]

/**
 * Why, of each kind: the database's `visit_why` says which. A robot says so itself; hasty is who clicks faster than a hand;
 * still is who showed nothing of a person, and was not heard of for half an hour.
 */
export const reasons = {
  machine: ['robot', 'hasty', 'still'],
  person: ['input', 'stayed'],
  unsure: ['no-input'],
} as const satisfies Record<VisitKind, readonly string[]>

export type KindReason = (typeof reasons)[VisitKind][number]

/** What a visit is judged by. */
export interface VisitFacts {
  /** Its user agent is a robot's, or its browser says that a program drives it. */
  robot: boolean
  /** See `isHasty`. */
  hasty: boolean
  /** It had a trusted pointer, touch, wheel or key. */
  input: boolean
  /** For how many milliseconds its page was visible. */
  visible: number
}

/** Whether a visit is a person's, as the database's `is_person` says it: for what is told the moment when one shows. */
export function isOfPerson({ robot, hasty, input, visible }: VisitFacts): boolean {
  return !robot && !hasty && (input || visible >= stayedMs)
}

/** So many clicks on different items within a second are no person's. */
export const hastyItems = 3
const hastyMs = 1000

/**
 * Whether there are three or more clicks on different items within a second. `at` is in milliseconds by the visit's own
 * clock: how far apart clicks arrive says how busy the sender's machine and network are.
 */
export function isHasty(clicks: readonly { item: string | null; at: number }[]): boolean {
  return clicks.some(({ at: from }) => {
    const near = clicks.filter(({ at }) => at >= from && at - from <= hastyMs)
    return new Set(near.map(({ item }) => item)).size >= hastyItems
  })
}
