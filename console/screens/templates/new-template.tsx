import { useState } from 'preact/hooks'
import { goingOnFromHere, hrefOf } from '../../address.ts'
import { Failure } from '../../api/client.ts'
import { saveTemplate } from '../../api/templates.ts'
import { useDraft } from '../../parts/drafts.ts'
import { TextField } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { languageCode, languageNames } from '../../parts/languages.ts'
import { useAction } from '../../parts/use-action.ts'
import { beginInTab, openTab } from './edit-in-tab.ts'

/** The input for a new template, as it is typed. */
interface Beginning {
  name: string
  page: string
  languages: string
}

type Problems = Partial<Beginning>

/** Asks for a name and the page's address, creates an empty template, and opens the editor in a new tab. */
export function NewTemplate({ onClose }: { onClose: () => void }) {
  const { value, keep, drop } = useDraft<Beginning>('new template')
  const typed = value ?? { name: '', page: '', languages: 'English' }
  const [problems, setProblems] = useState<Problems>({})
  const create = useAction(async (_key: string, { name, page, languages }: Beginning) => {
    const goOn = goingOnFromHere()
    const tab = openTab()
    const yaml = `page: ${JSON.stringify(page)}\nlanguages: [${languages}]\ncontent: []\nanalytics: []\n`
    try {
      await saveTemplate(name, yaml, 0)
    } catch (error) {
      tab?.close()
      throw error instanceof Failure && error.status === 409 ? alreadyThere(name) : error
    }
    // If the tab failed, the template's screen has a button to open the editor.
    await beginInTab(name, tab).catch(() => {})
    drop()
    goOn(hrefOf('templates', name))
  })

  function submit() {
    const wanted = understood(typed)
    const found = problemsOf(wanted)
    setProblems(found)
    if (Object.keys(found).length === 0) create.run(wanted)
  }

  const { name } = understood(typed)
  const isRenamed = name !== '' && name !== typed.name
  const before = typed.languages.slice(0, typed.languages.lastIndexOf(',') + 1)
  return (
    <FormDialog title="New template" action={create} onSubmit={submit} {...{ drop, onClose }}>
      <TextField
        label="Name"
        help={isRenamed ? `It will be called ${name}.` : 'Such as spring-launch.'}
        problem={problems.name}
        value={typed.name}
        spellcheck={false}
        onInput={(name) => keep({ ...typed, name })}
      />
      <TextField
        label="Page"
        help="The address where the links lead."
        problem={problems.page}
        type="url"
        value={typed.page}
        spellcheck={false}
        placeholder="www.example.com/launch"
        onInput={(page) => keep({ ...typed, page })}
      />
      <TextField
        label="Languages"
        help="Of its texts, separated by commas: English, German. The first one is the default."
        problem={problems.languages}
        list="languages"
        value={typed.languages}
        spellcheck={false}
        onInput={(languages) => keep({ ...typed, languages })}
      />
      <datalist id="languages">
        {languageNames.map((each) => (
          <option key={each} value={`${before}${before && ' '}${each}`} />
        ))}
      </datalist>
    </FormDialog>
  )
}

function alreadyThere(name: string): Failure {
  return new Failure(400, `There is a template ${name} already: choose another name.`)
}

/** `spring-campaign` of `Spring Campaign`, `https://example.com` of `example.com`, `en, de` of `English, German`; empty if it is none. */
function understood({ name, page, languages }: Beginning): Beginning {
  const codes = languages.split(',').map(languageCode)
  return {
    name: name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 63),
    page: wholeAddress(page.trim()),
    languages: codes.includes(undefined) ? '' : codes.join(', '),
  }
}

/** An address without a scheme is one of https; one of this machine, or by numbers, of http. */
function wholeAddress(typed: string): string {
  const isLocal = /^(localhost|[\d.]+|\[[\da-f:]+\])([:/]|$)/i.test(typed)
  const page = typed.includes('://') ? typed : `${isLocal ? 'http' : 'https'}://${typed}`
  return URL.canParse(page) && /^https?:/i.test(page) ? page : ''
}

function problemsOf({ name, page, languages }: Beginning): Problems {
  return {
    ...(!name && { name: 'Give it a name with letters from A to Z, or digits.' }),
    ...(!page && { page: 'Enter the address of the page, such as www.example.com/launch.' }),
    ...(!languages && { languages: 'Choose languages from the list, separated by commas.' }),
  }
}
