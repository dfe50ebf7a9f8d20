import type { Campaign } from '../../api/campaigns.ts'

/** How many tenths of a campaign's pages are made: while they are, what is shown of all of them is loaded again ten times. */
export function tenthsMade({ completed, people }: Campaign): number {
  return people > 0 ? Math.floor((completed / people) * 10) : 0
}
