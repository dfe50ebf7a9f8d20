import { useEffect, useRef } from 'preact/hooks'
import type { Editing, EditingSignal } from '../editing.ts'
import { save } from '../saving.ts'

/** What closing needs of the editor. */
export interface Closing {
  editing: EditingSignal
  /** Ends the session, gives the page back, and removes the editor. */
  close(): Promise<void>
}

interface CloseDialogProps extends Closing {
  onCancel(): void
}

/** Whether something would be lost, or left undone, if the editor closed now. */
export function isAnythingLeft({ isUnsaved, isAlsoForLinks }: Editing): boolean {
  return isUnsaved.value || isAlsoForLinks.value
}

/** Asks whether to save before closing. If saving fails, the editor stays open. */
export function CloseDialog({ editing: { value: editing }, close, onCancel }: CloseDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isUnsaved = editing?.isUnsaved.value ?? false
  const isAlsoForLinks = editing?.isAlsoForLinks.value ?? false

  const saveAndClose = async () => {
    while (editing && isAnythingLeft(editing)) if (!(await save(editing))) return onCancel()
    await close()
  }

  return (
    <fieldset
      class="closing"
      aria-label="Close the editor"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopImmediatePropagation()
        onCancel()
      }}
    >
      <div>
        {isUnsaved ? 'You have unsaved changes.' : 'Everything is saved.'}
        {!isUnsaved && isAlsoForLinks && ' Links that are out do not show this version yet.'}
      </div>
      <div class="buttons">
        <button ref={first} type="button" class="primary" onClick={saveAndClose}>
          Save & close
        </button>
        {isUnsaved && (
          <button type="button" class="danger" onClick={close}>
            Discard and close
          </button>
        )}
        <button type="button" class="plain" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </fieldset>
  )
}
