import { useCallback, useState } from 'preact/hooks'
import { goTo, hrefOf } from '../../address.ts'
import { Failure } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { listTemplates, saveTemplate, type TemplateSummary } from '../../api/templates.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { Field } from '../../parts/field.tsx'
import { count } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { editInTab, openTab } from './edit-in-tab.ts'

/** All templates, and the way to a new one. */
export function TemplatesScreen() {
  const [isMaking, setMaking] = useState(false)
  const loaded = useLoaded(useCallback((signal: AbortSignal) => listTemplates(signal), []))
  return (
    <>
      <div class="heading">
        <Heading text="Templates" />
        {may('editor') && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            New template
          </button>
        )}
      </div>
      <Awaited loaded={loaded}>
        {(templates) =>
          templates.length === 0 ? (
            <NoTemplates />
          ) : (
            <Table caption="Templates" rows={templates} columns={columns} keyOf={({ name }) => name} />
          )
        }
      </Awaited>
      {isMaking && <NewTemplate onClose={() => setMaking(false)} />}
    </>
  )
}

const columns: Column<TemplateSummary>[] = [
  { title: 'Name', cell: ({ name }) => <a href={hrefOf('templates', name)}>{name}</a> },
  { title: 'Page', cell: ({ page }) => page ?? '–' },
  { title: 'Languages', cell: ({ languages }) => languages.join(', ') },
  { title: 'Version', cell: ({ source, version }) => (source === 'file' ? 'file' : version) },
  {
    title: 'State',
    cell: ({ problems }) =>
      problems.length > 0 ? (
        <State tone="bad">{count(problems.length, 'problem')}</State>
      ) : (
        <State tone="good">sound</State>
      ),
  },
  { title: 'Changed', cell: ({ updatedAt }) => (updatedAt ? <Time at={updatedAt} /> : '–') },
]

function NoTemplates() {
  return (
    <Empty title="No template yet">
      <p>
        A template says what of your page changes for each person, and what is measured there. Make one with
        “New template”: you need the address of the page.
      </p>
    </Empty>
  )
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Asks for a name and the page's address, begins a template with nothing in it, and opens the editor in a new tab. */
function NewTemplate({ onClose }: { onClose: () => void }) {
  const { value, keep, drop } = useDraft<{ name: string; page: string }>('new template')
  const { name, page } = value ?? { name: '', page: 'https://' }
  const [problems, setProblems] = useState<{ name?: string; page?: string }>({})
  const create = useAction(
    useCallback(
      async (_key: string, wanted: { name: string; page: string }) => {
        const tab = openTab()
        try {
          await saveTemplate(wanted.name, beginning(wanted.page), 0)
        } catch (error) {
          tab.close()
          throw error instanceof Failure && error.status === 409 ? alreadyThere(wanted.name) : error
        }
        // The template's screen has the button, should the tab have failed.
        await editInTab(wanted.name, tab).catch(() => {})
        drop()
        goTo(hrefOf('templates', wanted.name))
      },
      [drop],
    ),
  )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = problemsOf(name, page)
    setProblems(found)
    if (!found.name && !found.page) create.run({ name, page: page.trim() })
  }

  return (
    <Dialog title="New template" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field label="Name" help="Small letters, digits and dashes: spring-launch." problem={problems.name}>
          {(tie) => (
            <input
              {...tie}
              value={name}
              spellcheck={false}
              onInput={({ currentTarget }) => keep({ name: currentTarget.value, page })}
            />
          )}
        </Field>
        <Field label="Page" help="Where the links lead." problem={problems.page}>
          {(tie) => (
            <input
              {...tie}
              type="url"
              value={page}
              spellcheck={false}
              onInput={({ currentTarget }) => keep({ name, page: currentTarget.value })}
            />
          )}
        </Field>
        {create.failure && <Failed failure={create.failure} />}
        <div class="buttons">
          <button
            type="button"
            class="plain"
            onClick={() => {
              drop()
              onClose()
            }}
          >
            Cancel
          </button>
          <button type="submit" class="primary" disabled={create.isRunning}>
            {create.isRunning ? 'Creating…' : 'Create'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function alreadyThere(name: string): Failure {
  return new Failure(409, `There is a template ${name} already: choose another name.`)
}

function problemsOf(name: string, page: string): { name?: string; page?: string } {
  const isPage = URL.canParse(page.trim()) && /^https?:$/.test(new URL(page.trim()).protocol)
  return {
    ...(namePattern.test(name) ? {} : { name: 'Use small letters, digits and dashes, 63 at most.' }),
    ...(isPage ? {} : { page: 'Give the whole address, such as https://www.example.com/launch.' }),
  }
}

function beginning(page: string): string {
  return `page: ${JSON.stringify(page)}
languages: [en]
content: []
analytics: []
`
}
