import { useState } from 'preact/hooks'
import { goingOnFromHere, hrefOf } from '../../address.ts'
import {
  type Campaign,
  type CampaignStatus,
  changeCampaign,
  regenerateCampaign,
  removeCampaign,
} from '../../api/campaigns.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { dropDraftsExcept } from '../../parts/drafts.ts'
import { count } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'

type Question = 'end' | 'delete' | 'regenerate'

interface CampaignActionsProps {
  campaign: Campaign
  onChange: () => void
}

/** Pause, open again, end, make anew, delete. What deletes or ends something asks first. */
export function CampaignActions({ campaign, onChange }: CampaignActionsProps) {
  const [question, setQuestion] = useState<Question>()
  const { id, status } = campaign
  const change = useAction(async (_key: string, to: CampaignStatus) => {
    await changeCampaign(id, { status: to })
    onChange()
  })
  const close = () => setQuestion(undefined)
  return (
    <>
      {status === 'open' && (
        <button type="button" disabled={change.isRunning} onClick={() => change.run('paused')}>
          Pause
        </button>
      )}
      {(status === 'paused' || status === 'ended') && (
        <button type="button" disabled={change.isRunning} onClick={() => change.run('open')}>
          Open again
        </button>
      )}
      {(status === 'open' || status === 'paused') && (
        <button type="button" onClick={() => setQuestion('end')}>
          End
        </button>
      )}
      <button type="button" onClick={() => setQuestion('regenerate')}>
        Make anew
      </button>
      <button type="button" class="danger" onClick={() => setQuestion('delete')}>
        Delete
      </button>
      {change.failure && <Failed failure={change.failure} onTryAgain={change.tryAgain} />}
      {question === 'end' && <End {...{ campaign, onChange, close }} />}
      {question === 'regenerate' && <Regenerate {...{ campaign, onChange, close }} />}
      {question === 'delete' && <Delete {...{ campaign, close }} />}
    </>
  )
}

interface QuestionProps {
  campaign: Campaign
  close: () => void
}

function End({ campaign: { id, name, people }, onChange, close }: QuestionProps & { onChange: () => void }) {
  const action = useAction(async () => {
    await changeCampaign(id, { status: 'ended' })
    close()
    onChange()
  })
  return (
    <Confirm title={`End “${name}”?`} yes="End" isDangerous={false} action={action} onClose={close}>
      <p>
        The links of {count(people, 'person', 'people')} show the page as it is from now on, and nothing is
        measured. Results stay. You can open the campaign again.
      </p>
    </Confirm>
  )
}

function Regenerate({ campaign, onChange, close }: QuestionProps & { onChange: () => void }) {
  const { id, people, template } = campaign
  const action = useAction(async () => {
    await regenerateCampaign(id)
    close()
    onChange()
  })
  return (
    <Confirm
      title="Make all pages again?"
      yes="Make anew"
      isDangerous={false}
      action={action}
      onClose={close}
    >
      <p>
        {count(people, 'page')} {people === 1 ? 'is' : 'are'} made from the current version of “{template}”.
        The links stay the same, and each page shows what it shows now until its new one is ready.
      </p>
    </Confirm>
  )
}

function Delete({ campaign: { id, name, people }, close }: QuestionProps) {
  const action = useAction(async () => {
    const goOn = goingOnFromHere()
    await removeCampaign(id)
    // What was typed into its forms would be asked about for ever.
    for (const form of ['people', 'utm', 'line']) dropDraftsExcept(`${form} ${id}`, [])
    goOn(hrefOf('campaigns'), { replace: true })
  })
  return (
    <Confirm title={`Delete “${name}”?`} yes="Delete" action={action} onClose={close}>
      <p>
        {count(people, 'link')} {people === 1 ? 'stops' : 'stop'} working, and their pages and all that was
        measured on them are gone for good. The people themselves stay. This cannot be undone.
      </p>
    </Confirm>
  )
}
