import { stayedMs } from '../../wire/limits.ts'

/** What a visit is taken to be: a person's, a machine's, or not known yet. */
export const visitKinds = ['person', 'machine', 'unsure'] as const
export type VisitKind = (typeof visitKinds)[number]

/** Why, of each kind. */
export const reasons = {
  machine: ['robot', 'hasty', 'burst', 'still'],
  person: ['input', 'stayed', 'older-script'],
  unsure: ['no-input'],
} as const satisfies Record<VisitKind, readonly string[]>

export type KindReason = (typeof reasons)[VisitKind][number]

export interface Judgement {
  kind: VisitKind
  why: KindReason
}

/** What is known of a visit when it is judged. */
export interface Signs {
  /** The verdict so far; undefined for a new visit. */
  before: Judgement | undefined
  /** Its user agent is a robot's. */
  isRobot: boolean
  /** See `isHasty`. */
  isHasty: boolean
  /** See `burstsAmong`. */
  isBurst: boolean
  /** It had a trusted pointer, touch, wheel or key. */
  hasInput: boolean
  /** For how long its page was visible. */
  visibleMs: number
  /** It sent a batch with neither `input` nor `visible`, as scripts before these fields do. */
  isOlder: boolean
  /** How long ago its first batch arrived. */
  ageMs: number
}

/** A visit that is not known to be a person's for so long is a machine's. In SQL, `is_unsure` says the same. */
export const stillAfterMs = 30 * 60_000

interface Rule extends Judgement {
  holds(signs: Signs): boolean
}

/** The first rule that holds decides, unless the verdict before stands. */
const rules: readonly Rule[] = [
  { kind: 'machine', why: 'robot', holds: ({ isRobot, before }) => isRobot && before?.kind !== 'person' },
  { kind: 'machine', why: 'hasty', holds: ({ isHasty }) => isHasty },
  {
    kind: 'machine',
    why: 'still',
    holds: ({ before, ageMs }) => before?.kind === 'unsure' && ageMs >= stillAfterMs,
  },
  {
    kind: 'machine',
    why: 'burst',
    holds: ({ isBurst, hasInput, before }) => !hasInput && (isBurst || before?.why === 'burst'),
  },
  { kind: 'person', why: 'input', holds: ({ hasInput }) => hasInput },
  { kind: 'person', why: 'stayed', holds: ({ visibleMs }) => visibleMs >= stayedMs },
  { kind: 'person', why: 'older-script', holds: ({ isOlder }) => isOlder },
]

const unsure: Judgement = { kind: 'unsure', why: 'no-input' }

/** Judges a visit by what is known of it so far. */
export function judge(signs: Signs): Judgement {
  const { before } = signs
  if (before && stands(before, signs)) return before
  const { kind, why } = rules.find(({ holds }) => holds(signs)) ?? unsure
  return { kind, why }
}

/** A person stays one but for haste. A machine stays one; a visit with input was none of a burst without input. */
function stands({ kind, why }: Judgement, { isHasty }: Signs): boolean {
  return kind === 'person' ? !isHasty : kind === 'machine' && why !== 'burst'
}

/** So many clicks on different items within a second are no person's. */
const hastyItems = 3
export const hastyMs = 1000

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

/** A visit without input, as far as bursts need it. */
export interface InputlessVisit {
  organization: string
  pattern: string
  visit: string
  /** Milliseconds since 1970. */
  began: number
}

/** So many patterns of one organization, opened from one network within a minute without input, are no people's. */
export const burst = { patterns: 5, withinMs: 60_000 }

/** Of visits from one network those that are one of five or more of different patterns of one organization within a minute. */
export function burstsAmong<V extends InputlessVisit>(visits: readonly V[]): Set<V> {
  const found = new Set<V>()
  for (const own of Map.groupBy(visits, ({ organization }) => organization).values())
    for (const { began: from } of own) {
      const near = own.filter(({ began }) => began >= from && began - from <= burst.withinMs)
      if (new Set(near.map(({ pattern }) => pattern)).size >= burst.patterns)
        for (const each of near) found.add(each)
    }
  return found
}
