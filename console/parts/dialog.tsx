import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { sessionState } from '../api/session-state.ts'
import { Failed } from './awaited.tsx'
import type { Action } from './use-action.ts'

interface DialogProps {
  title: string
  /** Whether what it asks for is being done: then it stays open, as closing it would not take that back. Default: false. */
  isBusy?: boolean
  onClose: () => void
  children: ComponentChildren
}

/**
 * A modal question. Escape and `Cancel` close it, and the focus returns to where it was. While somebody has to sign in again it is
 * not open: modal on a hidden screen, it would keep them from everything.
 */
export function Dialog({ title, isBusy = false, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const isHidden = sessionState.value.state === 'signed-out'
  useEffect(() => {
    const before = document.activeElement
    // Only a dialog that is closed by the browser gives the focus back, not one that is removed.
    return () => before instanceof HTMLElement && before.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (isHidden) element.current?.close()
    else element.current?.showModal()
  }, [isHidden])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={() => isHidden || onClose()}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  /** What will happen, or be deleted. */
  children: ComponentChildren
  /** The label of the button that does it. */
  yes: string
  action: Action<[]>
  isDangerous?: boolean
  onClose: () => void
}

/** Asks before something that cannot be undone. If it fails, the dialog stays open and says why. */
export function Confirm({ title, children, yes, action, isDangerous = true, onClose }: ConfirmProps) {
  /** Of another time when this was asked. */
  const [earlier] = useState(action.failure)
  const failure = action.failure === earlier ? undefined : action.failure
  return (
    <Dialog title={title} isBusy={action.isRunning} onClose={onClose}>
      {children}
      {failure && <Failed failure={failure} />}
      <div class="buttons">
        <button type="button" class="plain" disabled={action.isRunning} onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={isDangerous ? 'danger' : 'primary'}
          disabled={action.isRunning}
          onClick={failure ? action.tryAgain : action.run}
        >
          {action.isRunning ? `${yes}…` : failure ? 'Try again' : yes}
        </button>
      </div>
    </Dialog>
  )
}
