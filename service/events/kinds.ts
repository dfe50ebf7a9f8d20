import { stayedMs } from '../../wire/limits.ts'

/** What a visit is taken to be: a person's, a machine's, or not known yet. */
export const visitKinds = ['person', 'machine', 'unsure'] as const
export type VisitKind = (typeof visitKinds)[number]

/** Why, of each kind. `still`: unsure, and not heard of for half an hour. It is told, and never stored: see `is_unsure`. */
export const reasons = {
  machine: ['robot', 'hasty', 'still'],
  person: ['input', 'stayed', 'older-script'],
  unsure: ['no-input'],
} as const satisfies Record<VisitKind, readonly string[]>

export type KindReason = (typeof reasons)[VisitKind][number]

interface Judgement {
  kind: VisitKind
  why: KindReason
}

/** What is known of a visit when it is judged. */
export interface Signs {
  /** Its user agent is a robot's, or its browser says that a program drives it. */
  isRobot?: boolean
  /** See `isHasty`. */
  isHasty?: boolean
  /** It had a trusted pointer, touch, wheel or key. */
  hasInput?: boolean
  /** For how long its page was visible. */
  visibleMs?: number
  /** It sent a batch with neither `input` nor `visible`, as scripts before these fields do. */
  isOlder?: boolean
}

/** The first rule that holds decides. */
const rules: readonly (Judgement & { holds(signs: Signs): boolean | undefined })[] = [
  { kind: 'machine', why: 'robot', holds: ({ isRobot }) => isRobot },
  { kind: 'machine', why: 'hasty', holds: ({ isHasty }) => isHasty },
  { kind: 'person', why: 'input', holds: ({ hasInput }) => hasInput },
  { kind: 'person', why: 'stayed', holds: ({ visibleMs = 0 }) => visibleMs >= stayedMs },
  { kind: 'person', why: 'older-script', holds: ({ isOlder }) => isOlder },
]

export const undecided: Judgement = { kind: 'unsure', why: 'no-input' }

/** Judges a visit by what is known of it so far. A person and a machine stay what they are: what was counted stays. */
export function judge(before: Judgement, signs: Signs): Judgement {
  if (before.kind !== 'unsure') return { kind: before.kind, why: before.why }
  const { kind, why } = rules.find(({ holds }) => holds(signs)) ?? undecided
  return { kind, why }
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
