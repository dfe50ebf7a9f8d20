import { useCallback } from 'preact/hooks'
import { readCampaignResults } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Figures } from '../../parts/figures.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The figures of a campaign over time. */
export function CampaignFiguresOverTime({ id }: { id: string }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => readCampaignResults(id, signal), [id]))
  return <Awaited loaded={loaded}>{(results) => <Figures results={results} />}</Awaited>
}
