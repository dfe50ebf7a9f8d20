import { useCallback, useState } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import { type Erasure, erasePerson, type Prospect } from '../../api/people.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { formatMoment, formatNumber } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { useAction } from '../../parts/use-action.ts'
import { labelOf } from './people.tsx'

/** Erases a person, after a question. */
export function Erase({ person, onErased }: { person: Prospect; onErased: (receipt: Erasure) => void }) {
  const [isAsking, setAsking] = useState(false)
  const { id } = person
  const action = useAction(
    useCallback(async () => {
      onErased(await erasePerson(id))
    }, [id, onErased]),
  )
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Erase
      </button>
      {isAsking && (
        <Confirm
          title={`Erase ${labelOf(person)}?`}
          yes="Erase"
          action={action}
          onClose={() => setAsking(false)}
        >
          <p>
            Everything about this person is deleted for good: what is known, links and pages, visits, places
            in campaigns. You get a receipt. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  )
}

/** What a receipt counts, in everyday words. */
const kinds: Record<string, string> = {
  prospects: 'Persons',
  content: 'Links and their pages',
  places: 'Places in campaigns',
  visits: 'Visits',
  events: 'What they saw, clicked and read',
  directory: 'Entries in the directory',
  searches: 'Answers to searches',
  callbacks: 'Callbacks',
  notices: 'Notices to webhooks',
  pictures: 'Pictures that were looked for',
  figures: 'Figures',
  jobs: 'Jobs that waited',
  answers: 'Answers kept for repeated requests',
}

/** The receipt of an erasure, for the person who asked for it. It names nobody. */
export function ErasedReceipt({ receipt: { prospect, erasedAt, erased } }: { receipt: Erasure }) {
  return (
    <>
      <Heading text="Erased" />
      <section class="card" role="status">
        <h2>Receipt</h2>
        <dl class="facts">
          <div>
            <dt>Prospect</dt>
            <dd>
              <code>{prospect}</code>
            </dd>
          </div>
          <div>
            <dt>Erased at</dt>
            <dd>{formatMoment(erasedAt)}</dd>
          </div>
          {Object.entries(erased).map(([what, number]) => (
            <div key={what}>
              <dt>{kinds[what] ?? what}</dt>
              <dd>{formatNumber(number)}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a href={hrefOf('people')}>Back to People</a>
        </p>
      </section>
    </>
  )
}
