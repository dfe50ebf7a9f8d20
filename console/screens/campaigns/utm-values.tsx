import { useRef, useState } from 'preact/hooks'
import { type Campaign, changeCampaign, readCampaign } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Failed } from '../../parts/awaited.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { TextField } from '../../parts/field.tsx'
import { useAction } from '../../parts/use-action.ts'

type Utm = NonNullable<Campaign['utm']>

const fields: Record<keyof Utm, { label: string; help: string }> = {
  source: { label: 'Source', help: 'Where the link stands: newsletter, hubspot.' },
  medium: { label: 'Medium', help: 'How it gets there: email, linkedin.' },
  campaign: { label: 'Campaign', help: 'As your web analytics calls it: spring-launch.' },
  term: { label: 'Term', help: 'Of paid search.' },
  content: { label: 'Content', help: 'Which of several links: button, signature.' },
}

/** What web analytics reads in the links of a campaign, to be changed at any time: links that are out keep what they have. */
export function UtmValues({ campaign, onSaved }: { campaign: Campaign; onSaved: () => void }) {
  const { id } = campaign
  /** What was typed, and no more: somebody else may have changed the others meanwhile. */
  const { value: typed, keep, drop } = useDraft<Utm>(`utm ${id}`)
  const [isOpenAtFirst] = useState(typed !== undefined)
  const latest = useRef(typed)
  latest.current = typed
  /** The campaign as it was saved here. */
  const [changed, setChanged] = useState<Campaign>()
  const save = useAction(async (_key: string, values: Utm) => {
    const { utm } = await readCampaign(id)
    setChanged(await changeCampaign(id, { utm: { ...utm, ...values } }))
    // Whoever types on meanwhile has more to save.
    if (latest.current === values) drop()
    onSaved()
  })
  if (!may('editor')) return null
  const { utm: saved = {} } = changed && changed.updatedAt > campaign.updatedAt ? changed : campaign
  const values = { ...saved, ...typed }
  const given = Object.entries(saved).map(([name, value]) => `utm_${name}=${value}`)
  return (
    <details open={isOpenAtFirst}>
      <summary>
        Web analytics:{' '}
        <span class="quiet">{given.length > 0 ? given.join(', ') : 'the links carry no utm values'}</span>
      </summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed) save.run(typed)
        }}
      >
        <div class="tiles">
          {(Object.keys(fields) as (keyof Utm)[]).map((name) => (
            <TextField
              key={name}
              {...fields[name]}
              value={values[name] ?? ''}
              maxLength={200}
              onInput={(value) => keep({ ...typed, [name]: value })}
            />
          ))}
        </div>
        <p class="quiet">
          Links that you copy or download from now on carry these. Those that are out keep working.
        </p>
        {save.failure && <Failed failure={save.failure} onTryAgain={save.tryAgain} />}
        <div class="buttons">
          <button type="submit" disabled={!typed || save.isRunning}>
            Save
          </button>
        </div>
      </form>
    </details>
  )
}
