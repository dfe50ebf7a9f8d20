import { useState } from 'preact/hooks'
import { goingOnFromHere, goTo, hrefOf } from '../../address.ts'
import { type Campaign, type CampaignStatus, changeCampaign, removeCampaign } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { dropDraftsExcept } from '../../parts/drafts.ts'
import { count } from '../../parts/format.ts'
import { Menu } from '../../parts/menu.tsx'
import { type Action, useAction } from '../../parts/use-action.ts'
import { downloadFile } from './links-file.tsx'

type Question = 'pause' | 'update' | 'delete'

interface CampaignActionsProps {
  campaign: Campaign
  change: Action<[CampaignStatus]>
  onDownloadLinks: () => void
  onChange: () => void
}

/** `Open again`, and the menu of what is done seldom. What stops, changes or deletes all pages asks first. */
export function CampaignActions({ campaign, change, onDownloadLinks, onChange }: CampaignActionsProps) {
  const [asked, setAsked] = useState<Question>()
  const { id, status, people } = campaign
  const close = () => setAsked(undefined)
  const action = useAction(async (_key: string, question: Question) => {
    const goOn = goingOnFromHere()
    if (question === 'pause') await changeCampaign(id, { status: 'paused' })
    if (question === 'update') await ask('POST /v1/campaigns/:id/regenerate', { params: { id }, json: {} })
    if (question === 'delete') await removeCampaign(id)
    close()
    if (question !== 'delete') return onChange()
    // What was typed into its forms would be asked about for ever.
    for (const form of ['people', 'utm', 'line']) dropDraftsExcept(`${form} ${id}`, [])
    goOn(hrefOf('campaigns'), { replace: true })
  })
  const review = { label: 'Review', onPick: () => goTo(hrefOf('campaigns', id, { review: '1' })) }
  const pause = { label: 'Pause', onPick: () => setAsked('pause') }
  return (
    <>
      {(status === 'paused' || status === 'ended') && may('editor') && (
        <button type="button" class="primary" disabled={change.isRunning} onClick={() => change.run('open')}>
          Open again
        </button>
      )}
      <Menu
        label="More actions"
        items={[
          { label: 'Download links', onPick: onDownloadLinks },
          { label: 'Download results', onPick: () => downloadFile(id, 'results') },
          ...(people > 0 ? [review] : []),
          ...(may('editor')
            ? [
                { label: 'Update pages', onPick: () => setAsked('update') },
                ...(status === 'open' ? [pause] : []),
                { label: 'Delete', isDangerous: true, onPick: () => setAsked('delete') },
              ]
            : []),
        ]}
      />
      {asked && (
        <Confirm
          {...questionsOf(campaign)[asked]}
          isDangerous={asked === 'delete'}
          action={{ ...action, run: () => action.run(asked) }}
          onClose={close}
        />
      )}
    </>
  )
}

function questionsOf({ name, people, template, control }: Campaign) {
  const isOne = people === 1
  return {
    pause: {
      title: `Pause “${name}”?`,
      yes: 'Pause',
      children: `${isOne ? 'The link shows' : `All ${count(people, 'link')} show`} the page as it is, and nothing is measured, until you open the campaign again. Results stay.`,
    },
    update: {
      title: 'Update all pages?',
      yes: 'Update pages',
      children: `${count(people, 'page')} ${isOne ? 'is' : 'are'} made again from the current version of “${template}”. The links stay the same, and each page shows what it shows now until its new one is ready.${control > 0 ? ' The control group still sees the original page.' : ''}`,
    },
    delete: {
      title: `Delete “${name}”?`,
      yes: 'Delete',
      children: `${count(people, 'link')} ${isOne ? 'stops' : 'stop'} working, and their pages and all that was measured on them are gone for good. The people themselves stay. This cannot be undone.`,
    },
  }
}
