import type { Broken } from '../../api/today.ts'
import { ListOfFaults } from '../../parts/faults.tsx'

/** What is broken for visitors or programs, each with a link to where it can be fixed. */
export function Faults({ faults }: { faults: Broken[] }) {
  return (
    <section class="card" aria-labelledby="broken">
      <h2 id="broken">What is broken</h2>
      {faults.length > 0 ? (
        <ListOfFaults faults={faults} />
      ) : (
        <p class="quiet">
          Nothing that is known: the pages that could be read have their tags, the latest visits found every
          element and picture, and every message to another program arrived.
        </p>
      )}
    </section>
  )
}
