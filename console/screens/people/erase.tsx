import type { Erasure } from '../../../service/erasing/erasure.ts'
import type { Prospect } from '../../../service/prospects/operations.ts'
import { hrefOf } from '../../address.ts'
import { ask, Failure } from '../../api/client.ts'
import { sessionState } from '../../api/session-state.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { formatMoment, formatNumber, timeZone } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { labelOf } from './people.tsx'

interface EraseProps {
  person: Prospect
  onErased: (receipt: Erasure) => void
}

/** Erases a person, after a question. */
export function Erase({ person, onErased }: EraseProps) {
  const { id, email, company } = person
  const act = async () => {
    try {
      onErased(await ask('DELETE /v1/prospects/:id', { params: { id } }))
    } catch (error) {
      if (!(error instanceof Failure && error.status === 404)) throw error
      // An earlier answer was lost, or somebody else has erased them.
      onErased({ prospect: id, erasedAt: new Date().toISOString(), erased: {} })
    }
  }
  return (
    <AskFirst yes="Erase" title={`Erase ${labelOf(person)}?`} act={act}>
      <p>
        <strong>
          <Breakable text={[...new Set([labelOf(person), company, email])].filter(Boolean).join(', ')} />
        </strong>
        : others may have the same name.
      </p>
      <p>
        Everything about this person is deleted for good: what is known, their links and pages, their visits
        and their places in campaigns. You get a receipt as proof, which names nobody: note its number,{' '}
        <code>{id}</code>, with the request. This cannot be undone.
      </p>
    </AskFirst>
  )
}

/** What a receipt counts, in everyday words. */
const kinds: Record<string, string> = {
  prospects: 'People',
  content: 'Links and their pages',
  places: 'Places in campaigns',
  visits: 'Visits',
  events: 'What they saw, clicked and read',
  directory: 'Entries in the directory',
  searches: 'Answers to searches',
  callbacks: 'Callbacks',
  notices: 'Notices to webhooks',
  figures: 'Sums of visits and clicks',
  jobs: 'Jobs that waited',
  answers: 'Answers kept for repeated requests',
}

/** The receipt of an erasure, for the person who asked for it. It names nobody. */
export function ErasedReceipt({ receipt }: { receipt: Erasure }) {
  const lines = linesOf(receipt)
  const isCounted = Object.keys(receipt.erased).length > 0
  return (
    <>
      <Heading text="Erased" />
      <section class="card" role="status">
        <h2>Receipt</h2>
        <p>
          Everything about this person is deleted. The receipt names nobody, so you can keep it as proof:
          download it now, as it is shown only here.
          {!isCounted && ' The count of what was deleted was lost on the way from the service.'}
        </p>
        <dl class="tight facts">
          {lines.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <Breakable text={text} />
              </dd>
            </div>
          ))}
        </dl>
        <div class="buttons">
          <a
            class="button primary"
            download={`receipt-${receipt.prospect ?? 'erased'}.txt`}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(lines))}`}
          >
            Download receipt
          </a>
          <a href={hrefOf('people')}>Back to People</a>
        </div>
      </section>
    </>
  )
}

interface ReceiptLine {
  title: string
  text: string
}

/** What the receipt says, without what there was none of. */
function linesOf({ prospect, erasedAt, erased, keptBy = [] }: Erasure): ReceiptLine[] {
  return [
    ...(prospect ? [{ title: 'Number of the person', text: prospect }] : []),
    { title: 'Erased at', text: `${formatMoment(erasedAt)} (${timeZone})` },
    ...Object.entries(erased)
      .filter(([, number]) => number > 0)
      .map(([what, number]) => ({ title: kinds[what] ?? what, text: formatNumber(number) })),
    ...keptBy.map((name) => ({ title: name, text: 'has its own copy: delete it there, too' })),
  ]
}

function fileOf(lines: ReceiptLine[]): string {
  const now = sessionState.value
  const title = `Receipt of an erasure${now.state === 'signed-in' ? ` in ${now.session.organization}` : ''}`
  return [title, '', ...lines.map(({ title: what, text }) => `${what}: ${text}`), ''].join('\n')
}
