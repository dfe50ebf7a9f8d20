import type { Campaign } from '../../api/campaigns.ts'
import { readCampaignResults } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Figures } from '../../parts/figures.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The figures of a campaign over time. */
export function CampaignFiguresOverTime({ campaign }: { campaign: Campaign }) {
  const { id, came, reached } = campaign
  const loaded = useLoaded((signal) => readCampaignResults(id, signal), [id], `${came} ${reached}`)
  return <Awaited loaded={loaded}>{(results) => <Figures results={results} />}</Awaited>
}
