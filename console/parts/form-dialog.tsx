import type { ComponentChildren } from 'preact'
import { Failed } from './awaited.tsx'
import { Dialog } from './dialog.tsx'
import type { Action } from './use-action.ts'

export interface FormDialogProps {
  title: string
  /** What the button says that submits: `Create` if nothing is said. */
  yes?: keyof typeof running
  action: Pick<Action<never[]>, 'isRunning' | 'failure' | 'tryAgain'>
  /** Whether something has still to be filled in. */
  isIncomplete?: boolean
  onSubmit: () => void
  /** Discards what is kept of the input, if it is. */
  drop?: () => void
  onClose: () => void
  /** The fields. */
  children: ComponentChildren
}

const running = { Connect: 'Connecting…', Create: 'Creating…', Save: 'Saving…', Invite: 'Inviting…' }

/** A dialog that makes or changes something. `Cancel` discards what was typed; Escape keeps it. */
export function FormDialog({ title, yes = 'Create', action, isIncomplete, ...rest }: FormDialogProps) {
  const { onSubmit, drop, onClose, children } = rest
  const { isRunning, failure, tryAgain } = action
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const cancel = () => {
    drop?.()
    onClose()
  }
  return (
    <Dialog title={title} isBusy={isRunning} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {children}
        {failure && <Failed failure={failure} onTryAgain={tryAgain} />}
        <div class="buttons">
          <button type="button" class="plain" disabled={isRunning} onClick={cancel}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isRunning || isIncomplete}>
            {isRunning ? running[yes] : yes}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
