import { type Static, Type } from 'typebox'
import { countField } from '../../base/http/schemas/fields.ts'
import { isEnough } from './lift.ts'
import { compare } from './statistics.ts'

const size = Type.Object({ people: countField('People'), companies: countField('Their companies') })
const GroupSizes = Type.Object({ personal: size, control: size })

/** How many people and companies each group of a campaign has, or would have. */
export type GroupSizes = Static<typeof GroupSizes>

/** What a list can tell, in the answers to it; all are left out if the campaign has no control group. */
export const canTellFields = {
  groups: Type.Optional(GroupSizes),
  canTell: Type.Optional(
    Type.Boolean({ description: 'Whether there could be a verdict on the personal pages' }),
  ),
  canTellFrom: Type.Optional(countField('From so many companies on there could be one')),
  controlPeople: Type.Optional(
    Type.Object({ least: countField('In 19 of 20 draws, at least'), most: countField('At most') }),
  ),
}

/** What a list can tell before it is drawn, by how many people each company has. As whole companies are, the groups may differ. */
export function whatAListTells(sizes: readonly number[], control: number) {
  const share = control / 100
  const people = sizes.reduce((sum, size) => sum + size, 0)
  const others = { people: Math.round(people * share), companies: Math.round(sizes.length * share) }
  const personal = { people: people - others.people, companies: sizes.length - others.companies }
  // Two standard deviations to each side.
  const squares = sizes.reduce((sum, size) => sum + size ** 2, 0)
  const reach = 2 * Math.sqrt(share * (1 - share) * squares)
  const [least, most] = [Math.max(0, people * share - reach), Math.min(people, people * share + reach)]
  return {
    ...whatTheyTell({ personal, control: others }, control),
    controlPeople: { least: Math.round(least), most: Math.round(most) },
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
 */
function leastCompanies(control: number): number {
  for (let all = 2; ; all++) {
    const others = (all * control) / 100
    if (!isEnough({ companies: others, reached: others * base })) continue
    const { difference } = compare(alone(all - others, doubled), alone(others, base))
    if (difference && difference.low > 0) return all
  }
}

function alone(people: number, rate: number) {
  const reached = people * rate
  return { people, reached, peopleSquared: people, cross: reached, reachedSquared: reached }
}
