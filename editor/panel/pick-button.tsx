import type { Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type EditingSignal, elementOf } from '../editing.ts'
import type { Picker } from '../page/picker.ts'

/** What picking needs of the editor. */
export interface PickParts {
  picker: Picker
  editing: EditingSignal
  /** Whether the page is shown as on a telephone. */
  isNarrow: Signal<boolean>
}

/** The button that begins to pick, with a hint how to continue. It takes the focus, unless the page has given it to something else. */
export function PickButton({ picker, editing, isNarrow }: PickParts) {
  const isPicking = picker.isPicking.value
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  const toggle = () => {
    isNarrow.value = false
    if (isPicking) picker.stop()
    else {
      const chosen = editing.value?.chosen.value
      picker.start(chosen && elementOf(chosen))
    }
  }
  return (
    <div class="pick">
      <button ref={button} type="button" class="primary" aria-pressed={isPicking} onClick={toggle}>
        Pick an element
      </button>
      {isPicking && (
        <div class="quiet">
          Click what should change, or go there with the arrow keys: <kbd>↑</kbd> around it, <kbd>↓</kbd> into
          it, <kbd>←</kbd> <kbd>→</kbd> beside it. <kbd>Tab</kbd> goes to the next words, picture or link;
          typing goes to what says so. <kbd>Enter</kbd> picks, <kbd>Escape</kbd> leaves.
        </div>
      )}
    </div>
  )
}
