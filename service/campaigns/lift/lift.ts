import { type Static, Type } from 'typebox'
import { component, countField, oneOf, textField } from '../../base/http/schemas/fields.ts'
import { groups } from './draw.ts'
import { balanceOf, type Comparison, compare, type GroupSums, horizon, level, rateOf } from './statistics.ts'

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
  const [personal, others] = [createGroup(), createGroup()]
  const days = daysOf(came).map(({ day, changes }): LiftDay => {
    for (const change of changes) grow(change.control ? others : personal, change)
    const { difference } = compare(personal.sums, others.sums)
    const counted = { personal: countsOf(personal), control: countsOf(others) }
    return { day, ...counted, ...(difference && { difference }) }
  })
  const comparison = compare(personal.sums, others.sums)
  const rates = { personal: rateOf(personal.sums), control: rateOf(others.sums) }
  const shares = [1 - control / 100, control / 100]
  const drawn = [false, true].map((isControl) => {
    const { companies = 0, people = 0 } = invited.find((row) => row.control === isControl) ?? {}
    return { companies, people }
  }) as [Drawn, Drawn]
  return {
    goal,
    level,
    horizon,
    groups: [
      { group: 'personal', ...drawn[0], ...countsOf(personal) },
      { group: 'control', ...drawn[1], ...countsOf(others) },
    ],
    ...(rates.personal && { personal: rates.personal }),
    ...(rates.control && { control: rates.control }),
    ...comparison,
    verdict: verdictOf([personal, others], comparison),
    balance: {
      invited: balanceOf(
        drawn.map(({ companies }) => companies),
        shares,
      ),
      came: balanceOf([personal.companies.size, others.companies.size], shares),
    },
    days,
  }
}

type Drawn = Omit<InvitedRow, 'control'>

function verdictOf(groups: Group[], { difference }: Comparison): Verdict {
  if (!difference || !groups.map(witnessesOf).every(isEnough)) return 'too-early'
  if (difference.low > 0) return 'better'
  return difference.high < 0 ? 'worse' : 'not-sure-yet'
}

function witnessesOf({ companies }: Group): Witnesses {
  const all = [...companies.values()]
  return {
    companies: all.length,
    withGoal: all.filter(({ reached }) => reached > 0).length,
    without: all.filter(({ came, reached }) => came > reached).length,
  }
}

const countsOf = ({ sums: { came, reached } }: Group) => ({ came, reached })

/** What one day changes for a company. */
interface Change {
  day: string
  control: boolean
  unit: string
  came: number
  reached: number
}

const dayMs = 86_400_000

/** Every day from the first to the last, with what it changed. */
function daysOf(rows: readonly CameRow[]): { day: string; changes: Change[] }[] {
  const changes = rows.flatMap(({ control, unit, came, reached, people }): Change[] => {
    const coming = { day: came, control, unit, came: people, reached: 0 }
    if (!reached) return [coming]
    // The clock of a page may date a click before its visit.
    return [coming, { ...coming, day: reached < came ? came : reached, came: 0, reached: people }]
  })
  const byDay = Map.groupBy(changes, ({ day }) => day)
  const known = [...byDay.keys()].map((day) => Date.parse(day))
  const first = Math.min(...known)
  const count = known.length > 0 ? (Math.max(...known) - first) / dayMs + 1 : 0
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(first + at * dayMs).toISOString().slice(0, 10)
    return { day, changes: byDay.get(day) ?? [] }
  })
}

/** A group as it grows: its sums over companies stay up to date with each change. */
interface Group {
  sums: GroupSums
  /** By unit: people who came, and who reached the goal. */
  companies: Map<string, { came: number; reached: number }>
}

function createGroup(): Group {
  const sums = { came: 0, reached: 0, cameSquared: 0, cross: 0, reachedSquared: 0 }
  return { sums, companies: new Map() }
}

function grow({ sums, companies }: Group, { unit, came, reached }: Change): void {
  const before = companies.get(unit) ?? { came: 0, reached: 0 }
  const now = { came: before.came + came, reached: before.reached + reached }
  companies.set(unit, now)
  sums.came += came
  sums.reached += reached
  sums.cameSquared += now.came ** 2 - before.came ** 2
  sums.cross += now.came * now.reached - before.came * before.reached
  sums.reachedSquared += now.reached ** 2 - before.reached ** 2
}
