import { ask } from '../../api/client.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Check } from '../../parts/field.tsx'
import { formatMoment } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSaved } from '../../parts/use-saved.ts'

/** A switch for the report by mail on Mondays. Nothing is shown if it cannot go to whoever is signed in. */
export function MondayReport() {
  const loaded = useLoaded((signal) => ask('GET /v1/report', { signal }), [])
  const { reload } = loaded
  const { saved, noteWhile } = useSaved<boolean>(loaded.state === 'there' ? loaded.value : undefined)
  const change = useAction(async (_key: string, wanted: boolean) => {
    await noteWhile(wanted, () => ask('PUT /v1/report', { json: { wanted } })).finally(reload)
  })
  if (loaded.state !== 'there' || !loaded.value.available) return null
  const { wanted, nextAt } = loaded.value
  return (
    <>
      <Check isOn={saved ?? wanted} isDisabled={change.isRunning} onChange={change.run}>
        Send me a report on Mondays
      </Check>
      <p class="quiet">
        The week by mail: who visited, goals, what the personal pages won, what is broken.
        {nextAt && ` The next one goes out on ${formatMoment(nextAt)}.`}
      </p>
      {change.failure && <Failed failure={change.failure} onTryAgain={change.tryAgain} />}
    </>
  )
}
