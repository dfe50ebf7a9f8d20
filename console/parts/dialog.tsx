import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Failed } from './awaited.tsx'
import type { Action } from './use-action.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
}

/** A question in front of the screen. Escape and `Cancel` close it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  /** What will be gone, or what happens. */
  children: ComponentChildren
  /** The word on the button that does it. */
  yes: string
  action: Action<[]>
  isDangerous?: boolean
  onClose: () => void
}

/** Asks before something that cannot be undone. It stays open with what went wrong until it has worked. */
export function Confirm({ title, children, yes, action, isDangerous = true, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {action.failure && <Failed failure={action.failure} />}
      <div class="buttons">
        <button type="button" class="plain" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class={isDangerous ? 'danger' : 'primary'}
          disabled={action.isRunning}
          onClick={action.failure ? action.tryAgain : action.run}
        >
          {action.isRunning ? `${yes}…` : action.failure ? 'Try again' : yes}
        </button>
      </div>
    </Dialog>
  )
}
