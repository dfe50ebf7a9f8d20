import { checkPage } from '../api/templates.ts'
import { type Broken, listFaults } from '../api/today.ts'
import { ListOfFaults } from './faults.tsx'
import { formatNumber } from './format.ts'
import { useLoaded } from './use-loaded.ts'

/** What is wrong with the page of a template, as was found before. */
export async function readPageFaults(template: string, signal?: AbortSignal): Promise<Broken[]> {
  return (await listFaults(signal)).filter((fault) => isOfPage(fault) && fault.template === template)
}

/** The same, once the page has been asked again. */
export async function checkPageFaults(template: string, signal?: AbortSignal): Promise<Broken[]> {
  // A template without a page, or one that is broken, is told elsewhere.
  await checkPage(template, signal).catch(() => {})
  return readPageFaults(template, signal)
}

type PageFault = Exclude<Broken, { kind: 'callback' | 'webhook' | 'connection' }>

/** Whether a fault is one of a template's page. */
export function isOfPage(fault: Broken): fault is PageFault {
  return !['callback', 'webhook', 'connection'].includes(fault.kind)
}

/** Asks the page of a template, and says what is wrong with it; nothing if all is well. */
export function PageFaults({ template }: { template: string }) {
  const known = useLoaded((signal) => readPageFaults(template, signal), [template])
  const checked = useLoaded((signal) => checkPageFaults(template, signal), [template])
  const latest = checked.state === 'there' ? checked : known
  if (latest.state !== 'there' || latest.value.length === 0) return null
  const [first, others] = [latest.value.slice(0, 1), latest.value.slice(1)]
  return (
    <section class="notice bad page-faults" aria-labelledby="page-faults">
      <h2 id="page-faults" class="visually-hidden">
        The page is not as it should be
      </h2>
      <ListOfFaults faults={first} />
      {others.length > 0 && (
        <details>
          <summary>and {formatNumber(others.length)} more</summary>
          <ListOfFaults faults={others} />
        </details>
      )}
    </section>
  )
}
