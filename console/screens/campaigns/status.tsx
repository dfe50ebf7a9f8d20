import type { Campaign } from '../../api/campaigns.ts'
import { formatNumber } from '../../parts/format.ts'
import { State } from '../../parts/state.tsx'

/** The status of a campaign in a word. */
export function StatusOfCampaign({ campaign: { status, people, completed } }: { campaign: Campaign }) {
  if (completed < people)
    return (
      <State tone="odd">
        {formatNumber(completed)} of {formatNumber(people)} pages made
      </State>
    )
  if (status === 'draft') return <State tone="odd">draft</State>
  if (status === 'paused') return <State tone="odd">paused</State>
  if (status === 'ended') return <State>ended</State>
  if (people === 0) return <State>no people yet</State>
  return <State tone="good">open</State>
}

/** How many tenths of a campaign's pages are made: while they are, what is shown of all of them is loaded again ten times. */
export function tenthsMade({ completed, people }: Campaign): number {
  return people > 0 ? Math.floor((completed / people) * 10) : 0
}
