import { type Static, Type } from 'typebox'
import { component, countField, oneOf, textField } from '../../base/http/schemas/fields.ts'
import { balanceOf } from './balance.ts'
import { type Group, groups } from './draw.ts'
import { type Comparison, compare, type GroupSums, horizon, level, rateOf } from './sequence.ts'

/** What the figures say so far. */
const verdicts = ['too-early', 'not-sure-yet', 'better', 'worse'] as const

export type Verdict = (typeof verdicts)[number]

const share = (description: string) => Type.Number({ description })
const interval = { low: share('Lower bound'), high: share('Upper bound') }
const rate = Type.Object({ rate: share('Of those who came, who reached the goal'), ...interval })
const estimate = Type.Object({ estimate: share('Estimate'), ...interval })
const balance = Type.Object({
  p: share('P-value of a test that may be looked at any time'),
  ok: Type.Boolean({ description: 'From 0.001: the groups have the sizes that they should have' }),
})
const counts = Type.Object({
  came: countField('People who came'),
  reached: countField('Of them, who reached the goal'),
})

const liftDay = Type.Object({
  day: Type.String({ format: 'date', description: 'UTC' }),
  personal: counts,
  control: counts,
  difference: Type.Optional(estimate),
})

/** Whether a campaign's personal pages won anything: see docs/lift.md. */
export const Lift = component('Lift', {
  goal: textField('ID of the analytics item that is the goal'),
  level: share('So sure are the intervals, however often they are looked at'),
  horizon: countField('Number of people at which the intervals are tightest'),
  groups: Type.Array(
    Type.Object({
      group: oneOf(groups),
      companies: countField('Companies that were drawn into it'),
      people: countField('Their people, who are invited'),
      came: countField('People who came'),
      reached: countField('Of them, who reached the goal'),
    }),
  ),
  personal: Type.Optional(rate),
  control: Type.Optional(rate),
  difference: Type.Optional(estimate),
  lift: Type.Optional(estimate),
  p: Type.Optional(share('P-value of the difference, at any time')),
  verdict: oneOf(
    verdicts,
    'Too early until in 10 companies of each group somebody reached the goal, in 10 somebody came and did not, and people of 20 came; then by the interval of the difference',
  ),
  balance: Type.Object({ invited: balance, came: balance }, { description: 'Of companies' }),
  days: Type.Array(liftDay, {
    description:
      'Sums up to the end of each day, from the first on which somebody came to the last on which anything changed',
  }),
})

export type Lift = Static<typeof Lift>
type LiftDay = Static<typeof liftDay>
type GroupFigures = Lift['groups'][number]

/** So many companies of each group have to have somebody who reached the goal, and as many somebody who came and did not. */
const fewest = 10

/** The companies of a group. One with several people may be both `withGoal` and `without`. */
export interface Witnesses {
  /** Somebody of them came. */
  companies: number
  /** Somebody of them reached the goal. */
  withGoal: number
  /** Somebody of them came and did not. */
  without: number
}

/**
 * Whether a group is large enough for a verdict: a small one has no bell curve. Companies are counted, not people, and
 * none for both sides: else companies of up to eight give false alarms in 8 % or 5.4 % of campaigns (`npm run test:long --
 * lift`). Where every company has one person, this asks for 10 people on each side.
 */
export function isEnough({ companies, withGoal, without }: Witnesses): boolean {
  return withGoal >= fewest && without >= fewest && companies >= 2 * fewest
}

/** How many people and companies were drawn into a group. */
export interface InvitedRow {
  control: boolean
  companies: number
  people: number
}

/** People of one company who came on one day, and reached the goal on one. */
export interface CameRow {
  control: boolean
  /** See `unitOf`. */
  unit: string
  /** UTC. */
  came: string
  /** Null for those who did not reach it. */
  reached: string | null
  people: number
}

/** What a campaign's lift is computed from. */
export interface Compared {
  goal: string
  /** Percentage of companies in the control group. */
  control: number
  invited: readonly InvitedRow[]
  came: readonly CameRow[]
}

/** Computes the lift of a campaign. */
export function liftOf({ goal, control, invited, came }: Compared): Lift {
  const days = daysOf(came)
  const grown = createGroups()
  const shown = days.map((day): LiftDay => {
    for (const change of day.changes) grown.add(change)
    const { difference } = compare(grown.personal.sums, grown.control.sums)
    return {
      day: day.day,
      personal: countsOf(grown.personal.sums),
      control: countsOf(grown.control.sums),
      ...(difference && { difference }),
    }
  })
  const { personal, control: others } = grown
  const comparison = compare(personal.sums, others.sums)
  const rates = { personal: rateOf(personal.sums), control: rateOf(others.sums) }
  const shares = [1 - control / 100, control / 100]
  const drawn = (isControl: boolean) => invited.find((row) => row.control === isControl)
  return {
    goal,
    level,
    horizon,
    groups: [
      figuresOf('personal', drawn(false), personal.sums),
      figuresOf('control', drawn(true), others.sums),
    ],
    ...(rates.personal && { personal: rates.personal }),
    ...(rates.control && { control: rates.control }),
    ...comparison,
    verdict: verdictOf([personal, others], comparison),
    balance: {
      invited: balanceOf([drawn(false)?.companies ?? 0, drawn(true)?.companies ?? 0], shares),
      came: balanceOf([personal.companies.size, others.companies.size], shares),
    },
    days: shown,
  }
}

function verdictOf(groups: GrowingGroup[], { difference }: Comparison): Verdict {
  if (!difference || !groups.map(witnessesOf).every(isEnough)) return 'too-early'
  if (difference.low > 0) return 'better'
  return difference.high < 0 ? 'worse' : 'not-sure-yet'
}

function witnessesOf({ companies }: GrowingGroup): Witnesses {
  const all = [...companies.values()]
  return {
    companies: all.length,
    withGoal: all.filter(({ reached }) => reached > 0).length,
    without: all.filter(({ came, reached }) => came > reached).length,
  }
}

function figuresOf(group: Group, invited: InvitedRow | undefined, sums: GroupSums): GroupFigures {
  return { group, companies: invited?.companies ?? 0, people: invited?.people ?? 0, ...countsOf(sums) }
}

const countsOf = ({ came, reached }: GroupSums) => ({ came, reached })

/** What one day changes for a company. */
interface Change {
  control: boolean
  unit: string
  came: number
  reached: number
}

const dayMs = 86_400_000

/** Every day from the first to the last, with what it changed. */
function daysOf(rows: readonly CameRow[]): { day: string; changes: Change[] }[] {
  const changes = new Map<string, Change[]>()
  const note = (day: string, change: Change) => {
    const before = changes.get(day)
    if (before) before.push(change)
    else changes.set(day, [change])
  }
  for (const { control, unit, came, reached, people } of rows) {
    note(came, { control, unit, came: people, reached: 0 })
    // The clock of a page may date a click before its visit.
    if (reached) note(reached < came ? came : reached, { control, unit, came: 0, reached: people })
  }
  const [first, last] = [[...changes.keys()].sort()[0], [...changes.keys()].sort().at(-1)]
  if (!first || !last) return []
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(first) + at * dayMs).toISOString().slice(0, 10)
    return { day, changes: changes.get(day) ?? [] }
  })
}

/** A group as it grows: its sums over companies stay up to date with each change. */
interface GrowingGroup {
  sums: GroupSums
  /** By unit: people who came, and who reached the goal. */
  companies: Map<string, { came: number; reached: number }>
}

function createGroups() {
  const group = (): GrowingGroup => ({
    sums: { came: 0, reached: 0, cameSquared: 0, cross: 0, reachedSquared: 0 },
    companies: new Map(),
  })
  const [personal, control] = [group(), group()]
  return {
    personal,
    control,
    add({ control: isControl, unit, came, reached }: Change) {
      const { sums, companies } = isControl ? control : personal
      const before = companies.get(unit) ?? { came: 0, reached: 0 }
      const now = { came: before.came + came, reached: before.reached + reached }
      companies.set(unit, now)
      sums.came += came
      sums.reached += reached
      sums.cameSquared += now.came ** 2 - before.came ** 2
      sums.cross += now.came * now.reached - before.came * before.reached
      sums.reachedSquared += now.reached ** 2 - before.reached ** 2
    },
  }
}
