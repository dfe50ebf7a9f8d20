import { type Campaign, listInvited } from '../../api/campaigns.ts'
import { readCampaignResults } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Figures } from '../../parts/figures.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The figures of a campaign, with the page of somebody who visited as a picture. */
export function CampaignFiguresOverTime({ campaign }: { campaign: Campaign }) {
  const { id, came, reached } = campaign
  const loaded = useLoaded((signal) => readCampaignResults(id, signal), [id], `${came} ${reached}`)
  const visitors = useLoaded((signal) => listInvited(id, { sort: '-visits' }, signal), [id])
  const people = visitors.state === 'there' ? visitors.value.rows : []
  const shown = people.find(({ status, group }) => status === 'completed' && group !== 'control')
  return (
    <Awaited loaded={loaded}>{(results) => <Figures results={results} shown={shown?.content} />}</Awaited>
  )
}
