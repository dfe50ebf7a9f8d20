import { hrefOf } from '../../address.ts'
import { type Campaign, changeCampaign, readReview } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Failed } from '../../parts/awaited.tsx'
import { count } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'

/** What a draft is, and the one next step towards its opening. */
export function DraftCard({ campaign, onChange }: { campaign: Campaign; onChange: () => void }) {
  const { id, people, completed } = campaign
  const review = useLoaded((signal) => readReview(id, signal), [id], `${people} ${completed}`)
  const waiting = review.state === 'there' ? review.value.waiting : people
  const open = useAction(async () => {
    await changeCampaign(id, { status: 'open' })
    onChange()
  })
  return (
    <section class="notice odd" aria-label="Draft">
      <p>
        <strong>This is a draft.</strong> Its links show the page as it is, and nothing is measured, until it
        is opened. {nextStep({ people, completed, waiting })}
      </p>
      {people > 0 && (
        <div class="buttons">
          <a
            class={waiting > 0 ? 'button primary' : 'button'}
            href={hrefOf('campaigns', id, { review: '1' })}
          >
            Review
          </a>
          {may('editor') && (
            <button
              type="button"
              class={waiting > 0 ? '' : 'primary'}
              disabled={open.isRunning}
              onClick={() => open.run()}
            >
              Open
            </button>
          )}
        </div>
      )}
      {open.failure && <Failed failure={open.failure} onTryAgain={open.tryAgain} />}
    </section>
  )
}

function nextStep({
  people,
  completed,
  waiting,
}: {
  people: number
  completed: number
  waiting: number
}): string {
  if (people === 0) return 'First add the people.'
  if (completed < people) return 'The pages are being made.'
  if (waiting > 0) return `${count(waiting, 'page')} ${waiting === 1 ? 'waits' : 'wait'} to be looked at.`
  return 'Every page is approved: open it. Motif sends no mail: download the links for your mailing.'
}
