import { readCampaign } from '../../api/campaigns.ts'
import { count } from '../../parts/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'

const lookEveryMs = 1000

/** The progress of a list that is being sent: how many people its campaign has so far. */
export function SendingProgress({ id }: { id: string }) {
  const loaded = useLoaded((signal) => readCampaign(id, signal), [id])
  useRefresh(loaded, lookEveryMs)
  const people = loaded.state === 'there' ? loaded.value.people : 0
  return (
    <label class="tight">
      <span>{people > 0 ? `${count(people, 'person', 'people')} so far` : 'Sending the list'}</span>
      <progress />
    </label>
  )
}
