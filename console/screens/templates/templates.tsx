import { useState } from 'preact/hooks'
import { goingOnFromHere, hrefOf } from '../../address.ts'
import { Failure } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { type ListedTemplate, listTemplates, saveTemplate } from '../../api/templates.ts'
import { type Broken, listFaults } from '../../api/today.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { CreateButtons } from '../../parts/create-buttons.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { Field } from '../../parts/field.tsx'
import { count } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { isOfPage } from '../../parts/page-faults.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { beginInTab, openTab } from './edit-in-tab.ts'

/** All templates, and a button for a new one. */
export function TemplatesScreen() {
  const [isMaking, setMaking] = useState(false)
  const loaded = useLoaded(listWithFaults)
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
            <Table
              caption="Templates"
              className="short"
              rows={templates}
              columns={columns}
              keyOf={({ name }) => name}
            />
          )
        }
      </Awaited>
      {isMaking && <NewTemplate onClose={() => setMaking(false)} />}
    </>
  )
}

/** A template, and what is wrong with its page. */
interface Listed extends ListedTemplate {
  faults: Broken[]
}

async function listWithFaults(signal: AbortSignal): Promise<Listed[]> {
  const [templates, faults] = await Promise.all([listTemplates(signal), listFaults(signal)])
  return templates.map((template) => ({
    ...template,
    faults: faults.filter((fault) => isOfPage(fault) && fault.template === template.name),
  }))
}

const columns: Column<Listed>[] = [
  { title: 'Name', cell: ({ name }) => <a href={hrefOf('templates', name)}>{name}</a> },
  { title: 'Page', cell: ({ page }) => (page ? <Breakable text={page} /> : '–') },
  { title: 'Languages', cell: ({ languages }) => languages.join(', ') },
  { title: 'Version', isNumber: true, cell: ({ source, version }) => (source === 'file' ? 'file' : version) },
  {
    title: 'State',
    cell: ({ name, problems, faults }) => {
      const broken = problems.filter(({ warning }) => !warning).length
      if (broken > 0) return <State tone="bad">{count(broken, 'problem')}</State>
      const { tone, words } = stateOf(faults)
      return tone === 'good' ? (
        <State tone="good">{words}</State>
      ) : (
        <a href={hrefOf('templates', name)}>
          <State tone={tone}>{words}</State>
        </a>
      )
    },
  },
  { title: 'Changed', cell: ({ updatedAt }) => (updatedAt ? <Time at={updatedAt} /> : '–') },
]

function stateOf(faults: Broken[]): { tone: 'good' | 'odd' | 'bad'; words: string } {
  const pages = faults.flatMap((fault) => (fault.kind === 'page' ? [fault.what] : []))
  const elements = faults.length - pages.length
  if (pages.includes('gone')) return { tone: 'bad', words: 'page is gone' }
  if (pages.includes('no-tag')) return { tone: 'bad', words: 'no tag' }
  if (elements > 0) return { tone: 'bad', words: `${count(elements, 'element')} not working` }
  return { tone: 'good', words: 'ready' }
}

function NoTemplates() {
  return (
    <Empty title="No template yet">
      <p>
        A template says what changes on your page for each person, and what is measured. Make one with “New
        template”: you need the address of the page.
      </p>
    </Empty>
  )
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/
/** The shape of BCP 47 codes, separated by commas. The service checks them. */
const languagesPattern = /^\s*[a-z]{2,3}(-[a-z0-9]{2,8})*(\s*,\s*[a-z]{2,3}(-[a-z0-9]{2,8})*)*\s*$/i

/** The input for a new template. */
interface Beginning {
  name: string
  page: string
  languages: string
}

/** Asks for a name and the page's address, creates an empty template, and opens the editor in a new tab. */
function NewTemplate({ onClose }: { onClose: () => void }) {
  const { value, keep, drop } = useDraft<Beginning>('new template')
  const typed = value ?? { name: '', page: 'https://', languages: 'en' }
  const [problems, setProblems] = useState<Partial<Beginning>>({})
  const create = useAction(async (_key: string, wanted: Beginning) => {
    const goOn = goingOnFromHere()
    const tab = openTab()
    try {
      await saveTemplate(wanted.name, yamlOf(wanted), 0)
    } catch (error) {
      tab.close()
      throw error instanceof Failure && error.status === 409 ? alreadyThere(wanted.name) : error
    }
    // If the tab failed, the template's screen has a button to open the editor.
    await beginInTab(wanted.name, tab).catch(() => {})
    drop()
    goOn(hrefOf('templates', wanted.name))
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = problemsOf(typed)
    setProblems(found)
    if (Object.keys(found).length === 0) create.run(typed)
  }

  return (
    <Dialog title="New template" isBusy={create.isRunning} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field label="Name" help="Small letters, digits and dashes: spring-launch." problem={problems.name}>
          {(tie) => (
            <input
              {...tie}
              value={typed.name}
              spellcheck={false}
              onInput={({ currentTarget }) => keep({ ...typed, name: currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label="Page"
          help="Where the links lead. The editor opens there once the page has the tag: see Tag, on the template."
          problem={problems.page}
        >
          {(tie) => (
            <input
              {...tie}
              type="url"
              value={typed.page}
              spellcheck={false}
              onInput={({ currentTarget }) => keep({ ...typed, page: currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label="Languages"
          help="The languages of the texts, as codes: de, or en, de. The first one is the default."
          problem={problems.languages}
        >
          {(tie) => (
            <input
              {...tie}
              value={typed.languages}
              spellcheck={false}
              onInput={({ currentTarget }) => keep({ ...typed, languages: currentTarget.value })}
            />
          )}
        </Field>
        {create.failure && <Failed failure={create.failure} />}
        <CreateButtons
          isCreating={create.isRunning}
          onCancel={() => {
            drop()
            onClose()
          }}
        />
      </form>
    </Dialog>
  )
}

function alreadyThere(name: string): Failure {
  return new Failure(409, `There is a template ${name} already: choose another name.`)
}

function problemsOf({ name, page, languages }: Beginning): Partial<Beginning> {
  const isPage = URL.canParse(page.trim()) && /^https?:$/.test(new URL(page.trim()).protocol)
  return {
    ...(namePattern.test(name) ? {} : { name: 'Use lower-case letters, digits and dashes, at most 63.' }),
    ...(isPage ? {} : { page: 'Enter the whole address, such as https://www.example.com/launch.' }),
    ...(languagesPattern.test(languages)
      ? {}
      : { languages: 'Enter language codes, separated by commas: en, de.' }),
  }
}

function yamlOf({ page, languages }: Beginning): string {
  return `page: ${JSON.stringify(page.trim())}
languages: [${languages
    .split(',')
    .map((language) => language.trim())
    .join(', ')}]
content: []
analytics: []
`
}
