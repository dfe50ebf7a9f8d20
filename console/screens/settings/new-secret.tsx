import type { ComponentChildren } from 'preact'
import { Failed } from '../../parts/awaited.tsx'
import { CreateButtons } from '../../parts/create-buttons.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import type { Action } from '../../parts/use-action.ts'
import { ShownOnce } from './shown-once.tsx'

interface NewSecretProps {
  title: string
  /** What to do with the secret. */
  shown: string
  /** The secret, once it is created. */
  secret: string | undefined
  create: Pick<Action<never[]>, 'isRunning' | 'failure' | 'tryAgain'>
  isIncomplete?: boolean
  onCreate: () => void
  onClose: () => void
  /** Discards the input. */
  onCancel: () => void
  /** The fields. */
  children: ComponentChildren
}

/** A dialog that asks what a secret is for, creates it, and shows it once. */
export function NewSecret({ title, shown, secret, create, isIncomplete, ...rest }: NewSecretProps) {
  const { onCreate, onClose, onCancel, children } = rest
  if (secret !== undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <ShownOnce what={shown} secret={secret} />
        <div class="buttons">
          <button type="button" class="plain" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onCreate()
  }
  return (
    <Dialog title={title} isBusy={create.isRunning} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {children}
        {create.failure && <Failed failure={create.failure} onTryAgain={create.tryAgain} />}
        <CreateButtons isCreating={create.isRunning} isIncomplete={isIncomplete} onCancel={onCancel} />
      </form>
    </Dialog>
  )
}
