import type { Interested } from '../today.ts'

/** A click counts as much as this time of reading, a further visit as much as a click. */
const clickMs = 10_000

/** Sorts the most interested first: those who reached the goal, then by reading, clicks and visits. */
export function rankInterested(people: Interested[]): Interested[] {
  return people.sort((a, b) => Number(b.reached) - Number(a.reached) || interestMs(b) - interestMs(a))
}

function interestMs({ visits, items }: Interested): number {
  const clicks = items.filter(({ type }) => type === 'click').reduce((sum, item) => sum + item.visits, 0)
  return items.reduce((sum, { ms }) => sum + ms, 0) + clickMs * (clicks + visits - 1)
}
