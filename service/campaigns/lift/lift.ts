import { type Static, Type } from 'typebox'
import { component, countField, oneOf, textField } from '../../base/http/schemas/fields.ts'
import { groups } from './draw.ts'
import { balanceOf, type Comparison, compare, type GroupSums, horizon, level, rateOf } from './statistics.ts'

const verdicts = ['too-early', 'not-sure-yet', 'better', 'worse'] as const

/** What each group has to have for a verdict, see `isEnough`. */
const enough = { companies: 20, reached: 10 }

const share = (description: string) => Type.Number({ description })
const interval = { low: share('Lower bound'), high: share('Upper bound') }
const rate = Type.Object({ rate: share('Of those invited, who reached the goal'), ...interval })
const estimate = Type.Object({ estimate: share('Estimate'), ...interval })
const balance = Type.Object({
  p: share('P-value of a test that may be looked at any time'),
  ok: Type.Boolean({ description: 'From 0.001: the groups have the sizes that they should have' }),
})
const counts = {
  people: countField('People who are invited: their record is completed, and the campaign is no draft'),
  reached: countField('Of them, who reached the goal'),
}

const liftDay = Type.Object({
  day: Type.String({ format: 'date', description: 'UTC' }),
  personal: Type.Object(counts),
  control: Type.Object(counts),
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
      companies: countField('Companies of the people who are invited'),
      people: counts.people,
      came: countField('Of them, who came; a description, on which nothing else rests'),
      reached: counts.reached,
    }),
  ),
  personal: Type.Optional(rate),
  control: Type.Optional(rate),
  difference: Type.Optional(estimate),
  lift: Type.Optional(estimate),
  p: Type.Optional(share('P-value of the difference, at any time')),
  verdict: oneOf(
    verdicts,
    `Too early until each group has people of ${enough.companies} companies and ${enough.reached} people who reached the goal; then by the interval of the difference`,
  ),
  balance: Type.Object({ invited: balance }, { description: 'Of companies' }),
  days: Type.Array(liftDay, {
    description:
      'Sums up to the end of each day, from the first on which somebody reached the goal to the last on which anything changed',
  }),
})

export type Lift = Static<typeof Lift>

/** Whether a group is large enough for a verdict: a small one has no bell curve. docs/lift.md has the simulation that says so. */
export function isEnough({ companies, reached }: { companies: number; reached: number }): boolean {
  return companies >= enough.companies && reached >= enough.reached
}

/** Companies of one group whose people were invited, and reached the goal, on the same days. */
export interface ComparedRow {
  control: boolean
  companies: number
  /** Of each of these companies. Days are UTC; null: not reached so far. */
  people: { people: number; came: number; invited: string; reached: string | null }[]
}

/** What a campaign's lift is computed from. */
export interface Compared {
  goal: string
  /** Percentage of companies in the control group. */
  control: number
  rows: readonly ComparedRow[]
}

/** Computes the lift of a campaign: of those who were invited, who reached the goal. */
export function liftOf({ goal, control, rows }: Compared): Lift {
  const [personal, others] = [false, true].map((isControl) => {
    const own = rows.filter((row) => row.control === isControl)
    return { own, companies: sum(own, ({ companies }) => companies), sums: sumUp(own) }
  }) as [Group, Group]
  const rates = { personal: rateOf(personal.sums), control: rateOf(others.sums) }
  const comparison = compare(personal.sums, others.sums)
  const { days, firstInvited } = daysOf(rows)
  return {
    goal,
    level,
    horizon,
    groups: [
      { group: 'personal', ...described(personal) },
      { group: 'control', ...described(others) },
    ],
    ...(rates.personal && { personal: rates.personal }),
    ...(rates.control && { control: rates.control }),
    ...comparison,
    verdict: verdictOf([personal, others], comparison),
    balance: {
      invited: balanceOf([personal.companies, others.companies], [1 - control / 100, control / 100]),
    },
    days: days.map((day) => {
      // Whose page's clock is behind may have reached the goal before the first list came: it counts from then on.
      const invitedBy = day < firstInvited ? firstInvited : day
      const [one, other] = [sumUp(personal.own, invitedBy, day), sumUp(others.own, invitedBy, day)]
      const { difference } = compare(one, other)
      return { day, personal: counted(one), control: counted(other), ...(difference && { difference }) }
    }),
  }
}

interface Group {
  own: ComparedRow[]
  companies: number
  sums: GroupSums
}

function described({ own, companies, sums: { people, reached } }: Group) {
  const came = sum(own, (row) => row.companies * sum(row.people, (each) => each.came))
  return { companies, people, came, reached }
}

const counted = ({ people, reached }: GroupSums) => ({ people, reached })

function verdictOf(both: Group[], { difference }: Comparison): Lift['verdict'] {
  if (!difference || !both.every(({ companies, sums }) => isEnough({ companies, reached: sums.reached })))
    return 'too-early'
  if (difference.low > 0) return 'better'
  return difference.high < 0 ? 'worse' : 'not-sure-yet'
}

/** After every day. */
const never = '9999-12-31'

/** A group as it was at the end of a day; by default as it is now. */
function sumUp(rows: readonly ComparedRow[], invitedBy = never, reachedBy = never): GroupSums {
  const sums = { people: 0, reached: 0, peopleSquared: 0, cross: 0, reachedSquared: 0 }
  for (const { companies, people } of rows) {
    const invited = people.filter((each) => each.invited <= invitedBy)
    const n = sum(invited, (each) => each.people)
    const k = sum(invited, (each) => (each.reached && each.reached <= reachedBy ? each.people : 0))
    sums.people += companies * n
    sums.reached += companies * k
    sums.peopleSquared += companies * n * n
    sums.cross += companies * n * k
    sums.reachedSquared += companies * k * k
  }
  return sums
}

const dayMs = 86_400_000

/** The days to tell of, and the first on which somebody was invited. */
function daysOf(rows: readonly ComparedRow[]): { days: string[]; firstInvited: string } {
  const people = rows.flatMap((row) => row.people)
  const invited = people.map((each) => each.invited).sort()
  const reached = people.flatMap((each) => each.reached ?? []).sort()
  const [firstInvited = '', first] = [invited[0], reached[0]]
  if (first === undefined) return { days: [], firstInvited }
  const last = [invited.at(-1) ?? '', reached.at(-1) ?? ''].sort()[1] ?? ''
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  const at = (days: number) => new Date(Date.parse(first) + days * dayMs).toISOString().slice(0, 10)
  return { days: Array.from({ length: count }, (_, days) => at(days)), firstInvited }
}

const sum = <T>(of: readonly T[], value: (each: T) => number) =>
  of.reduce((total, each) => total + value(each), 0)
