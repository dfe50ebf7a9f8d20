import { useCallback } from 'preact/hooks'
import { type Campaign, changeCampaign } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Failed } from '../../parts/awaited.tsx'
import { useAction } from '../../parts/use-action.ts'

/** What a draft is, and the one next step towards its opening. */
export function DraftCard({ campaign, onChange }: { campaign: Campaign; onChange: () => void }) {
  const { id, people } = campaign
  const open = useAction(
    useCallback(async () => {
      await changeCampaign(id, { status: 'open' })
      onChange()
    }, [id, onChange]),
  )
  return (
    <section class="notice odd" aria-label="Draft">
      <p>
        <strong>This is a draft.</strong> Its links show the page as it is, and nothing is measured, until it
        is opened.{people === 0 && ' First add the people.'}
      </p>
      {may('editor') && people > 0 && (
        <div class="buttons">
          <button type="button" class="primary" disabled={open.isRunning} onClick={() => open.run()}>
            Open
          </button>
        </div>
      )}
      {open.failure && <Failed failure={open.failure} onTryAgain={open.tryAgain} />}
    </section>
  )
}
