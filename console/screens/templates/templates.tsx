import { useState } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import { originalPageOf } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { type ListedTemplate, listTemplates } from '../../api/templates.ts'
import { type Broken, listFaults } from '../../api/today.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { count } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { nameOfLanguage } from '../../parts/languages.ts'
import { isOfPage } from '../../parts/page-faults.tsx'
import { PagePicture } from '../../parts/page-picture.tsx'
import { State } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { NewTemplate } from './new-template.tsx'

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
            <ul class="templates">
              {templates.map((template) => (
                <Template key={template.name} {...template} />
              ))}
            </ul>
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
  const listed = templates.map((template) => ({
    ...template,
    faults: faults.filter((fault) => isOfPage(fault) && fault.template === template.name),
  }))
  const order = ({ faults, name }: Listed) => `${faults.length > 0 ? 0 : 1} ${name}`
  return listed.sort((one, other) => order(one).localeCompare(order(other), 'en', { numeric: true }))
}

function Template(template: Listed) {
  const { name, page, languages, source, version, updatedAt } = template
  const { tone, words, picture } = stateOf(template)
  const state = <State tone={tone}>{words}</State>
  return (
    <li class="card template">
      {picture === undefined ? (
        <div inert>
          <PagePicture src={originalPageOf(name)} title={`The page of ${name}`} />
        </div>
      ) : (
        <p class="page-picture">{picture}</p>
      )}
      <h2>
        <a href={hrefOf('templates', name)}>{name}</a>
      </h2>
      <p class="quiet small">{page && <Breakable text={page.replace(/^https?:\/\//, '')} />}</p>
      <p class="quiet small">
        {tone === 'good' ? state : <a href={hrefOf('templates', name)}>{state}</a>}{' '}
        {languages.map(nameOfLanguage).join(', ')} · {source === 'file' ? 'a file' : `version ${version}`} ·{' '}
        <Time at={updatedAt} />
      </p>
    </li>
  )
}

interface TemplateState {
  tone: 'good' | 'odd' | 'bad'
  words: string
  /** What is said where its page cannot be shown. */
  picture?: string
}

function stateOf({ faults, problems, page }: Listed): TemplateState {
  const broken = problems.filter(({ warning }) => !warning).length
  if (broken > 0)
    return { tone: 'bad', words: count(broken, 'problem'), picture: 'Shown once its problems are fixed' }
  if (page === undefined) return { tone: 'odd', words: 'no page', picture: 'No page, so no links' }
  const pages = faults.flatMap((fault) => (fault.kind === 'page' ? [fault.what] : []))
  const elements = faults.length - pages.length
  if (pages.includes('gone'))
    return { tone: 'bad', words: 'page is gone', picture: 'There is no page any more' }
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
