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
