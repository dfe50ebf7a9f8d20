import { goingOnFromHere, hrefOf } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { type ListedTemplate, listTemplates, readTemplate, type TemplateText } from '../../api/templates.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited } from '../../parts/awaited.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Heading } from '../../parts/heading.tsx'
import { Tabs, tabInAddress } from '../../parts/tabs.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useOnReturn } from '../../parts/use-on-return.ts'
import { EditOnPage } from './edit-on-page.tsx'
import { History } from './history.tsx'
import { Overview } from './overview.tsx'
import { Tag } from './tag.tsx'
import { YamlEditor } from './yaml-editor.tsx'

const tabs = { overview: 'Overview', tag: 'Tag', history: 'History', yaml: 'YAML' }

interface Both {
  text: TemplateText
  listed: ListedTemplate | undefined
}

/** One template: how it fares, its text, its versions, the tag for its page. */
export function TemplateScreen({ name }: { name: string }) {
  const loaded = useLoaded(
    async (signal): Promise<Both> => {
      const [text, all] = await Promise.all([readTemplate(name, undefined, signal), listTemplates(signal)])
      return { text, listed: all.find((each) => each.name === name) }
    },
    [name],
  )
  // The editor saves in its own tab.
  useOnReturn(loaded.reload)
  return (
    <>
      <nav class="small" aria-label="Breadcrumb">
        <a href={hrefOf('templates')}>Templates</a>
      </nav>
      <div class="heading">
        <Heading text={name} />
        {loaded.state === 'there' && may('editor') && <Actions {...loaded.value} />}
      </div>
      <Tabs label="Parts of the template" tabs={tabs} />
      <Awaited loaded={loaded}>{(both) => <Part {...both} onSaved={loaded.reload} />}</Awaited>
    </>
  )
}

function Part({ text, listed, onSaved }: Both & { onSaved: () => void }) {
  const tab = tabInAddress(tabs)
  if (tab === 'yaml') return <YamlEditor text={text} onSaved={onSaved} />
  if (tab === 'history') return <History text={text} />
  if (tab === 'tag') return <Tag text={text} />
  // The editor changed all that it shows.
  return <Overview key={text.version} text={text} listed={listed} />
}

function Actions({ text, listed }: Both) {
  const { name, source } = text
  // What was typed goes with it.
  const { drop } = useDraft(`template ${name}`)
  const remove = async () => {
    const goOn = goingOnFromHere()
    await ask('DELETE /v1/templates/:name', { params: { name } })
    drop()
    goOn(hrefOf('templates'), { replace: true })
  }
  return (
    <div class="buttons">
      {listed?.page && <EditOnPage name={name} />}
      {source === 'stored' && (
        <AskFirst yes="Delete" title={`Delete “${name}”?`} act={remove}>
          <p>
            No new page can be made from it. Pages that were made keep working, and so do their links. This
            cannot be undone.
          </p>
        </AskFirst>
      )}
    </div>
  )
}
