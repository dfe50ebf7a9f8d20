import { type Static, Type } from 'typebox'
import { countField } from '../../base/http/schemas/fields.ts'
import { isEnough } from './lift.ts'
import { compare } from './statistics.ts'

const size = Type.Object({ people: countField('People'), companies: countField('Their companies') })
const GroupSizes = Type.Object({ personal: size, control: size })

/** How many people and companies each group of a campaign has, or would have. */
export type GroupSizes = Static<typeof GroupSizes>

/** What a list can tell, in the answers to it; all three are left out if the campaign has no control group. */
export const canTellFields = {
  groups: Type.Optional(GroupSizes),
  canTell: Type.Optional(
    Type.Boolean({ description: 'Whether there could be a verdict on the personal pages' }),
  ),
  canTellFrom: Type.Optional(countField('From so many companies on there could be one')),
}

/** The sizes that the groups of a list would have: the drawn ones are near them. */
export function expectedGroups({ people, companies }: GroupSizes['personal'], control: number): GroupSizes {
  const drawn = (all: number) => Math.round((all * control) / 100)
  const others = { people: drawn(people), companies: drawn(companies) }
  return {
    personal: { people: people - others.people, companies: companies - others.companies },
    control: others,
  }
}

/** What groups of these sizes can tell: whether their companies, taken together, are as many as `leastCompanies` says. */
export function whatTheyTell(groups: GroupSizes, control: number) {
  const canTellFrom = leastCompanies(control)
  const canTell = groups.personal.companies + groups.control.companies >= canTellFrom
  return { groups, canTell, canTellFrom }
}

/** Of those invited, who reach the goal on the page as it is, and on a personal one that is twice as good. */
const [base, doubled] = [0.1, 0.2]

/**
 * The smallest number of companies with which there could be a verdict: the control group is large enough for one (`isEnough`)
 * where 10 % of it reach the goal, and twice that share in the other group is outside the interval of the difference. Each
 * company counts as one person, since colleagues may all do alike.
 *
 * @param control percentage of companies in the control group, 1 to 50
 */
function leastCompanies(control: number): number {
  for (let all = 2; ; all++) {
    const others = (all * control) / 100
    if (!isEnough({ companies: others, reached: others * base })) continue
    const { difference } = compare(alone(all - others, doubled), alone(others, base))
    if (difference && difference.low > 0) return all
  }
}

/** A group in which every company has one person, of whom this share has reached the goal. */
function alone(people: number, rate: number) {
  const reached = people * rate
  return { people, reached, peopleSquared: people, cross: reached, reachedSquared: reached }
}
