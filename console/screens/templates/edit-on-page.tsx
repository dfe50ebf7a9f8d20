import { useCallback, useEffect, useState } from 'preact/hooks'
import { may } from '../../api/session-state.ts'
import { type EditorListing, endEditors, listEditors } from '../../api/templates.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useOnReturn } from '../../parts/use-on-return.ts'
import { editInTab, openTab } from './edit-in-tab.ts'

/** The button that opens the editor on the template's page, in a new tab. */
export function EditOnPage({ name }: { name: string }) {
  const [blocked, setBlocked] = useState<string>()
  const open = useAction(useCallback(async () => setBlocked(await editInTab(name, openTab())), [name]))
  return (
    <>
      <button type="button" class="primary" disabled={open.isRunning} onClick={() => open.run()}>
        {open.isRunning ? 'Opening…' : 'Edit on the page'}
      </button>
      {blocked && (
        <a
          class="button"
          href={blocked}
          target="_blank"
          rel="noreferrer"
          onClick={() => setBlocked(undefined)}
        >
          Open the page with the editor
        </a>
      )}
      {open.failure && <Failed failure={open.failure} onTryAgain={open.tryAgain} />}
    </>
  )
}

/** How often it is looked what somebody has saved in the editor, and whether it is still open. */
const lookMs = 3000

/**
 * Who has the editor open on the template, with a button to end it. Shows nothing if nobody has. The editor is in another tab or
 * window, which may be beside this one: while it is open, `onLook` is called again and again, and once more when it was closed.
 */
export function WhoEdits({ name, onLook }: { name: string; onLook: () => void }) {
  const [isEnding, setEnding] = useState(false)
  const loaded = useLoaded(useCallback((signal: AbortSignal) => listEditors(name, signal), [name]))
  const { reload } = loaded
  // In the editor's tab a session may have begun or ended.
  useOnReturn(reload)
  const end = useAction(
    useCallback(async () => {
      await endEditors(name)
      setEnding(false)
      reload()
    }, [name, reload]),
  )
  const editors = loaded.state === 'there' ? loaded.value : []
  const isOpen = editors.length > 0
  useEffect(() => {
    if (!isOpen) return
    const look = () => {
      reload()
      onLook()
    }
    const timer = setInterval(() => document.hidden || look(), lookMs)
    return () => {
      clearInterval(timer)
      onLook()
    }
  }, [isOpen, reload, onLook])
  if (!isOpen) return null
  return (
    <>
      <div class="notice" role="status">
        {editors.map((editor) => (
          <Editor key={`${editor.user} ${editor.begunAt}`} {...editor} />
        ))}
        {may('editor') && (
          <button type="button" onClick={() => setEnding(true)}>
            End editing
          </button>
        )}
      </div>
      {isEnding && (
        <Confirm title="End editing?" yes="End" action={end} onClose={() => setEnding(false)}>
          <p>After that the editor cannot save: changes that are not saved yet are lost.</p>
        </Confirm>
      )}
    </>
  )
}

function Editor({ user, begunAt }: EditorListing) {
  return (
    <p>
      {user} opened the editor on the page <Time at={begunAt} />.
    </p>
  )
}
