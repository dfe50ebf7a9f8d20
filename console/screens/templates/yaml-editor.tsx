import { useEffect, useRef, useState } from 'preact/hooks'
import { Failure } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { type Problem, saveTemplate, type TemplateText } from '../../api/templates.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import type { CodeField } from './code-field.ts'
import { NewerVersion } from './newer-version.tsx'
import { Problems } from './problems.tsx'

/** A template's text, with its version, or the version on which it is based. */
interface BasedText {
  yaml: string
  version?: number | undefined
}

/** Each version of the service has files of its own: a console that was opened before an update finds its own no more. */
const loadCodeField = () =>
  import('./code-field.ts').catch(() => {
    throw new Failure(
      0,
      'The field for YAML did not load. If it does not on another try, reload the page: the service may have been updated.',
    )
  })

/** An editor for a template's text, with the checker's messages at their lines. */
export function YamlEditor({ text, onSaved }: { text: TemplateText; onSaved: () => void }) {
  const holder = useRef<HTMLDivElement>(null)
  const field = useRef<CodeField>(undefined)
  const [problems, setProblems] = useState<Problem[]>(text.problems)
  const draft = useDraft<BasedText>(`template ${text.name}`)
  /** The text with which the field began. */
  const [stored, setStored] = useState<BasedText>(text)
  const [isSaved, setSaved] = useState(false)
  const isReadOnly = !may('editor')
  // 0: it was deleted, so there is no version to save over.
  const { version } = text.version === 0 ? text : (draft.value ?? stored)
  /** The unsaved input, if another version was saved meanwhile, in the editor's tab or by somebody else. */
  const mine = draft.value && isNewer(text, version) ? draft.value.yaml : undefined

  function note(yaml: string) {
    setSaved(false)
    if (yaml === stored.yaml) draft.drop()
    else draft.keep({ yaml, version })
  }

  function begin(from: TemplateText) {
    field.current?.replace(from.yaml)
    setStored(from)
    show(from.problems)
    draft.drop()
  }

  function show(found: Problem[]) {
    setProblems(found)
    field.current?.showProblems(found)
  }

  function noteSaved(yaml: string, as: number | undefined) {
    setStored({ yaml, version: as })
    setSaved(true)
    const now = field.current?.text() ?? yaml
    if (now === yaml) draft.drop()
    else draft.keep({ yaml: now, version: as })
  }

  const loading = useLoaded(loadCodeField)
  const code = loading.state === 'there' ? loading.value : undefined

  // Unsaved input stays, whatever is loaded later.
  const isBehind = !draft.value && (isNewer(text, version) || isAnotherFile(text, stored))
  const now = { begin, note, noteSaved, show, shown: { ...(draft.value ?? stored), problems, isReadOnly } }
  const noted = useRef(now)
  noted.current = now
  useEffect(() => {
    if (isBehind) noted.current.begin(text)
  }, [isBehind, text])
  useEffect(() => {
    if (!holder.current || !code) return
    const { shown } = noted.current
    field.current = code.createCodeField(holder.current, {
      label: 'YAML',
      text: shown.yaml,
      isReadOnly: shown.isReadOnly,
      onChange: () => noted.current.note(field.current?.text() ?? ''),
    })
    field.current.showProblems(shown.problems)
    return () => field.current?.close()
  }, [code])

  const save = useAction(async (_key: string, version: number | undefined) => {
    const yaml = field.current?.text() ?? ''
    const { show } = noted.current
    try {
      const saved = await saveTemplate(text.name, yaml, version)
      // Warnings refuse nothing.
      show(saved.problems)
      noted.current.noteSaved(yaml, saved.version)
      onSaved()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const found = readProblems(error.message)
      // Another version was saved, or it was deleted: it is read again, and the screen says so.
      if (error.status === 409) onSaved()
      else if (found.length > 0) show(found)
      else throw error
    }
  })

  return (
    <>
      {text.source === 'file' && (
        <p class="notice">
          This template is a file of the service. Saving stores a copy for your organization, which is used
          instead from then on.
        </p>
      )}
      <Awaited loaded={loading}>{() => <div ref={holder} class="code" />}</Awaited>
      <Problems problems={problems} />
      {mine !== undefined && (
        <NewerVersion
          mine={mine}
          theirs={text}
          onKeepMine={() => save.run(text.version)}
          onTakeTheirs={() => begin(text)}
        />
      )}
      {save.failure && <Failed failure={save.failure} onTryAgain={save.tryAgain} />}
      {!isReadOnly && (
        <div class="buttons">
          <button type="button" class="primary" disabled={save.isRunning} onClick={() => save.run(version)}>
            {save.isRunning ? 'Saving…' : 'Save'}
          </button>
          {draft.value && (
            <button type="button" class="plain" onClick={() => begin(text)}>
              Discard changes
            </button>
          )}
          <span role="status" class="quiet">
            {draft.value ? 'Not saved yet.' : isSaved && 'Saved.'}
          </span>
        </div>
      )}
    </>
  )
}

function isNewer({ version = 0 }: TemplateText, than = 0): boolean {
  return version > than
}

/** Whether a template file was changed. Files have no versions, so the texts are compared. */
function isAnotherFile(text: TemplateText, stored: BasedText): boolean {
  return text.version === undefined && stored.version === undefined && text.yaml !== stored.yaml
}

/** Reads the checker's problems from a refusal: `line 12, column 5: …`. */
function readProblems(message: string): Problem[] {
  return message.split('\n').flatMap((each) => {
    const [, line, column, said = ''] = /line (\d+), column (\d+): (.*)/.exec(each) ?? []
    return line && column ? [{ line: Number(line), column: Number(column), message: said }] : []
  })
}
