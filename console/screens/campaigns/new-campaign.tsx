import { useRef, useState } from 'preact/hooks'
import { goingOnFromHere, goTo, hrefOf } from '../../address.ts'
import { createCampaign, removeCampaign, sendList } from '../../api/campaigns.ts'
import { Failure } from '../../api/client.ts'
import { type ListReading, proposedControl, readUsable } from '../../api/lists.ts'
import { type ListedTemplate, listTemplates, makesPages } from '../../api/templates.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { type Draft, useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { byName, Check, Field, SelectField, TextField } from '../../parts/field.tsx'
import { Heading } from '../../parts/heading.tsx'
import { nameOfLanguage } from '../../parts/languages.ts'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { plannedWords } from './control-group.tsx'
import { ListChooser } from './list-chooser.tsx'
import type { ChosenList } from './list-preview.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { UnnamedValues } from './unnamed-values.tsx'

/** A new campaign in one screen: its name, its template and language, its list. */
export function NewCampaignForm() {
  const templates = useLoaded(listTemplates)
  return (
    <>
      <nav class="small" aria-label="Breadcrumb">
        <a href={hrefOf('campaigns')}>Campaigns</a>
      </nav>
      <Heading text="New campaign" />
      <Awaited loaded={templates}>
        {(all) => {
          const sound = all
            .filter(makesPages)
            .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
          return sound.length > 0 ? <Form templates={sound} /> : <NoTemplates />
        }}
      </Awaited>
    </>
  )
}

const maxControl = 50

/** A control group that could never tell anything is not proposed. */
function proposalFor({ canTell }: ListReading): number {
  return canTell ? proposedControl : 0
}

const toControl = (typed: number) => Math.max(0, Math.min(maxControl, Math.round(typed) || 0))

interface Wanted {
  name: string
  template: string
  language: string
  /** Percentage of companies in the control group; `undefined` until it is typed: then the proposal. */
  control: number | undefined
  isDraft: boolean
  list: ChosenList | undefined
}

/** The input so far, and the request that was sent for it, with its idempotency key and, once it was answered, the campaign's id. */
type NewCampaignDraft = Wanted & { asked?: { of: string; key: string; id?: string } }

function Form({ templates }: { templates: ListedTemplate[] }) {
  const [first] = templates
  const draft = useDraft<NewCampaignDraft>('new campaign')
  const begun = { template: first?.name ?? '', language: first?.languages[0] ?? 'en' }
  const isOffered = templates.some(({ name: each }) => each === draft.value?.template)
  const kept = draft.value ?? { ...begun, name: '', control: undefined, isDraft: true, list: undefined }
  const typed: NewCampaignDraft = isOffered ? kept : { ...kept, ...begun }
  const { name, template, language, isDraft, list } = typed
  const [read, setRead] = useState<{ reading: ListReading; content: ChosenList['content'] }>()
  const reading = list && read?.reading
  const control = typed.control ?? (reading ? proposalFor(reading) : proposedControl)
  const change = (to: Partial<Wanted>) => draft.keep({ ...typed, ...to })
  const [isNameAsked, setNameAsked] = useState(false)
  const { create, cancel, sendingTo } = useCreate(draft)
  const { languages = [], page } = templates.find((each) => each.name === template) ?? {}

  function choose(chosen: string) {
    const offered = templates.find((each) => each.name === chosen)?.languages ?? []
    change({ template: chosen, language: offered.includes(language) ? language : (offered[0] ?? 'en') })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setNameAsked(true)
    // A list of a moment ago is not read yet: then what it is read as decides.
    const shown = list && read?.content === list.content ? control : typed.control
    if (name.trim()) create.run({ ...typed, name: name.trim(), control: shown })
  }

  return (
    <form class="stack new" onSubmit={submit} noValidate>
      <section class="card" aria-label="The campaign">
        <TextField
          label="Name"
          help="You see it here and in the names of files."
          problem={
            isNameAsked && !name.trim() ? 'Give the campaign a name, such as “Spring launch”.' : undefined
          }
          value={name}
          maxLength={200}
          onInput={(typed) => change({ name: typed })}
        />
        <div class="tiles">
          <SelectField
            label="Template"
            help={page && <Breakable text={page} />}
            value={template}
            options={byName(templates.map((each) => each.name))}
            onChange={choose}
          />
          <SelectField
            label="Language"
            help="Default language: a line of the list may name another."
            value={language}
            options={Object.fromEntries(languages.map((each) => [each, nameOfLanguage(each)]))}
            onChange={(chosen) => change({ language: chosen })}
          />
        </div>
      </section>
      <ListChooser
        chosen={list}
        wanted={{ control, onRead: (reading, content) => setRead({ reading, content }) }}
        onChoose={(chosen) => change({ list: chosen })}
      />
      {reading && <UnnamedValues template={template} columns={reading.columns} />}
      <section class="card" aria-label="Before it is sent">
        <Field
          label="Control group"
          help={
            <span role="status">
              {reading
                ? plannedWords(reading, control)
                : 'So many companies see the page as it is, so that you can tell what the personal pages won. 0: none.'}
            </span>
          }
        >
          {(tie) => (
            <span class="row">
              <input
                {...tie}
                type="number"
                min={0}
                max={maxControl}
                value={control}
                onInput={({ currentTarget }) => change({ control: toControl(currentTarget.valueAsNumber) })}
              />
              <span>%</span>
            </span>
          )}
        </Field>
        <div class="field">
          <Check isOn={isDraft} onChange={(isOn) => change({ isDraft: isOn })}>
            Begin as a draft
          </Check>
          <p class="quiet">Nobody sees the pages until you open it.</p>
        </div>
      </section>
      {create.isRunning && sendingTo && <SendingProgress id={sendingTo} />}
      {create.failure && <Failed failure={create.failure} onTryAgain={create.tryAgain} />}
      {cancel.failure && <Failed failure={cancel.failure} onTryAgain={cancel.tryAgain} />}
      <div class="buttons">
        {/* The second of two clicks at `Try again` would come to be on it. */}
        {!create.isRunning && (
          <a
            class="button"
            href={hrefOf('campaigns')}
            onClick={(event) => {
              event.preventDefault()
              cancel.run()
            }}
          >
            Cancel
          </a>
        )}
        <button type="submit" class="primary" disabled={create.isRunning}>
          {create.isRunning ? 'Creating…' : 'Create'}
        </button>
      </div>
    </form>
  )
}

/**
 * Creates the campaign only once, however often it is tried and whatever is changed in between, and sends its list. `cancel` leaves
 * nothing of it.
 */
function useCreate(draft: Draft<NewCampaignDraft>) {
  const typed = useRef(draft)
  typed.current = draft
  const [sendingTo, setSendingTo] = useState<string>()
  const create = useAction(
    async (key: string, { name, template, language, control, list, isDraft }: Wanted) => {
      const goOn = goingOnFromHere()
      // Asked now: the list may have been pasted a moment ago.
      const proposal = list ? proposalFor(await readUsable(list)) : proposedControl
      const asked = { name, template, language, control }
      const status = isDraft ? 'draft' : 'open'
      const wanted = { ...asked, control: control ?? proposal, status } as const
      const of = JSON.stringify(wanted)
      const before = typed.current.value?.asked
      if (before?.id && before.of !== of) await removeIfThere(before.id)
      const same = before?.of === of ? before : { of, key }
      const note = (now: typeof same) =>
        typed.current.keep({ ...asked, isDraft, list, ...typed.current.value, asked: now })
      // Before the answer: whoever goes elsewhere and comes back may ask for it again.
      note(same)
      const id = same.id ?? (await createCampaign(wanted, same.key)).id
      note({ ...same, id })
      setSendingTo(id)
      if (list) await sendList(id, list.content, list)
      typed.current.drop()
      goOn(hrefOf('campaigns', id), { replace: true })
    },
  )
  const cancel = useAction(async () => {
    const { id } = typed.current.value?.asked ?? {}
    if (id) await removeIfThere(id)
    typed.current.drop()
    goTo(hrefOf('campaigns'))
  })
  return { create, cancel, sendingTo }
}

/** Somebody else may have deleted it meanwhile. */
async function removeIfThere(id: string): Promise<void> {
  try {
    await removeCampaign(id)
  } catch (error) {
    if (!(error instanceof Failure && error.status === 404)) throw error
  }
}

function NoTemplates() {
  return (
    <Empty title="First a template">
      <p>
        A template says what changes on the page for each person. There is none that works yet:{' '}
        <a href={hrefOf('templates')}>make one under Templates</a>.
      </p>
    </Empty>
  )
}
