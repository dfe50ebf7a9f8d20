import { useCallback, useRef, useState } from 'preact/hooks'
import { goTo, hrefOf } from '../../address.ts'
import { createCampaign, removeCampaign, sendList } from '../../api/campaigns.ts'
import { assertUsable } from '../../api/lists.ts'
import { listTemplates, type TemplateSummary } from '../../api/templates.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Field } from '../../parts/field.tsx'
import { Heading } from '../../parts/heading.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { type ChosenList, ListChooser } from './list-chooser.tsx'
import { SendingProgress } from './sending-progress.tsx'

/** A new campaign in one screen: its name, its template and language, its list. */
export function NewCampaignForm() {
  const templates = useLoaded(useCallback((signal: AbortSignal) => listTemplates(signal), []))
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={hrefOf('campaigns')}>Campaigns</a>
      </nav>
      <Heading text="New campaign" />
      <Awaited loaded={templates}>
        {(all) => {
          const sound = all.filter(({ problems }) => problems.length === 0)
          return sound.length > 0 ? <Form templates={sound} /> : <NoTemplates />
        }}
      </Awaited>
    </>
  )
}

interface Wanted {
  name: string
  template: string
  language: string
  list: ChosenList | undefined
}

function Form({ templates }: { templates: TemplateSummary[] }) {
  const [name, setName] = useState('')
  const [template, setTemplate] = useState(templates[0]?.name ?? '')
  const [language, setLanguage] = useState(templates[0]?.languages[0] ?? 'en')
  const [list, setList] = useState<ChosenList>()
  const [nameProblem, setNameProblem] = useState<string>()
  const { create, sendingTo } = useCreate()
  const languages = templates.find((each) => each.name === template)?.languages ?? []

  function choose(chosen: string) {
    const offered = templates.find((each) => each.name === chosen)?.languages ?? []
    setTemplate(chosen)
    if (!offered.includes(language)) setLanguage(offered[0] ?? 'en')
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setNameProblem(name.trim() ? undefined : 'Give the campaign a name, for example “Spring launch”.')
    if (name.trim()) create.run({ name: name.trim(), template, language, list })
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
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Template" help="What each person’s page says.">
          {(tie) => (
            <select {...tie} value={template} onChange={({ currentTarget }) => choose(currentTarget.value)}>
              {templates.map((each) => (
                <option key={each.name}>{each.name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Language" help="For people whose line says no other.">
          {(tie) => (
            <select
              {...tie}
              value={language}
              onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
            >
              {languages.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
      </section>
      <ListChooser chosen={list} onChoose={setList} />
      {create.isRunning && sendingTo && <SendingProgress id={sendingTo} />}
      {create.failure && <Failed failure={create.failure} onTryAgain={create.tryAgain} />}
      <div class="buttons">
        <a class="button" href={hrefOf('campaigns')}>
          Cancel
        </a>
        <button type="submit" class="primary" disabled={create.isRunning}>
          {create.isRunning ? 'Creating…' : 'Create'}
        </button>
      </div>
    </form>
  )
}

/** Makes the campaign once, however often it has to be tried and whatever is changed in between, and sends its list. */
function useCreate() {
  const made = useRef<{ of: string; id: string }>(undefined)
  const [sendingTo, setSendingTo] = useState<string>()
  const create = useAction(
    useCallback(async (key: string, { list, ...wanted }: Wanted) => {
      if (list) await assertUsable(list)
      const of = JSON.stringify(wanted)
      const before = made.current
      if (before && before.of !== of) await removeCampaign(before.id)
      if (before?.of !== of) made.current = { of, id: (await createCampaign(wanted, key)).id }
      const { id } = made.current as { id: string }
      setSendingTo(id)
      if (list) await sendList(id, list.content, list.corrections)
      goTo(hrefOf('campaigns', id), { replace: true })
    }, []),
  )
  return { create, sendingTo }
}

function NoTemplates() {
  return (
    <Empty title="First a template">
      <p>
        A template says what of the page changes for each person. There is none that works yet:{' '}
        <a href={hrefOf('templates')}>make one under Templates</a>.
      </p>
    </Empty>
  )
}
