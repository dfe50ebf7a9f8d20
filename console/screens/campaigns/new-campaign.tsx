import { useRef, useState } from 'preact/hooks'
import { goingOnFromHere, goTo, hrefOf } from '../../address.ts'
import { createCampaign, removeCampaign, sendList } from '../../api/campaigns.ts'
import { Failure } from '../../api/client.ts'
import {
  companiesIn,
  comparableFrom,
  type ListReading,
  proposedControl,
  readUsable,
} from '../../api/lists.ts'
import { type ListedTemplate, listTemplates, makesPages } from '../../api/templates.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { type Draft, useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { Field } from '../../parts/field.tsx'
import { Heading } from '../../parts/heading.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { ListChooser } from './list-chooser.tsx'
import type { ChosenList } from './list-preview.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { UnnamedValues } from './unnamed-values.tsx'

/** A new campaign in one screen: its name, its template and language, its list. */
export function NewCampaignForm() {
  const templates = useLoaded(listTemplates)
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={hrefOf('campaigns')}>Campaigns</a>
      </nav>
      <Heading text="New campaign" />
      <Awaited loaded={templates}>
        {(all) => {
          const sound = all.filter(makesPages)
          return sound.length > 0 ? <Form templates={sound} /> : <NoTemplates />
        }}
      </Awaited>
    </>
  )
}

const maxControl = 50

/** Of a few companies, all might see the page as it is, and nothing could be told. */
function proposalFor(reading: ListReading): number {
  return companiesIn(reading) < comparableFrom ? 0 : proposedControl
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
  const [reading, setReading] = useState<ListReading>()
  const control = typed.control ?? (list && reading ? proposalFor(reading) : proposedControl)
  const change = (to: Partial<Wanted>) => draft.keep({ ...typed, ...to })
  const [nameProblem, setNameProblem] = useState<string>()
  const { create, cancel, sendingTo } = useCreate(draft)
  const { languages = [], page } = templates.find((each) => each.name === template) ?? {}

  function choose(chosen: string) {
    const offered = templates.find((each) => each.name === chosen)?.languages ?? []
    change({ template: chosen, language: offered.includes(language) ? language : (offered[0] ?? 'en') })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setNameProblem(name.trim() ? undefined : 'Give the campaign a name, for example “Spring launch”.')
    if (name.trim()) create.run({ ...typed, name: name.trim() })
  }

  return (
    <form class="new-campaign" onSubmit={submit} noValidate>
      <section class="card fields" aria-label="The campaign">
        <Field label="Name" help="You see it here and in the names of files." problem={nameProblem}>
          {(tie) => (
            <input
              {...tie}
              value={name}
              maxLength={200}
              onInput={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Template" help={<WhatItChanges page={page} />}>
          {(tie) => (
            <select {...tie} value={template} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {templates.map((each) => (
                <option key={each.name}>{each.name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Language" help="For everybody whose line in the list names none.">
          {(tie) => (
            <select
              {...tie}
              value={language}
              onChange={({ currentTarget }) => change({ language: currentTarget.value })}
            >
              {languages.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Control group"
          help="The percentage of companies that see the page as it is, so that you can tell what the personal pages won. 0: none."
        >
          {(tie) => (
            <input
              {...tie}
              type="number"
              min={0}
              max={maxControl}
              value={control}
              onInput={({ currentTarget }) => change({ control: toControl(currentTarget.valueAsNumber) })}
            />
          )}
        </Field>
        <div class="field">
          <label class="check">
            <input
              type="checkbox"
              checked={isDraft}
              onChange={({ currentTarget }) => change({ isDraft: currentTarget.checked })}
            />{' '}
            Begin as a draft
          </label>
          <p class="quiet">Look at the pages first: the links show them from when you open the campaign.</p>
        </div>
      </section>
      <ListChooser
        chosen={list}
        wanted={{ control, onRead: setReading }}
        onChoose={(chosen) => change({ list: chosen })}
      />
      {list && reading && <UnnamedValues template={template} columns={reading.columns} />}
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
      const taken = list && (await sendList(id, list.content, list))
      const again = taken ? taken.lines - taken.people - taken.problems : 0
      typed.current.drop()
      goOn(hrefOf('campaigns', id, { again: again > 0 ? String(again) : '' }), { replace: true })
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

/** Which page a template is for, so that the right one is chosen. */
function WhatItChanges({ page }: { page: string | undefined }) {
  return (
    <>
      What each person’s page says.
      {page && (
        <>
          {' '}
          It changes <Breakable text={page} />.
        </>
      )}
    </>
  )
}
