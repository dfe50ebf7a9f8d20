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
  const chosen = editing.value?.chosen.value
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  const toggle = () => {
    isNarrow.value = false
    if (isPicking) picker.stop()
    else picker.start(chosen && elementOf(chosen))
  }
  return (
    <div class="pick">
      <button
        ref={button}
        type="button"
        class={chosen ? '' : 'primary'}
        aria-pressed={isPicking}
        onClick={toggle}
      >
        Pick an element
      </button>
      {isPicking && (
        <div class="quiet">
          Click what you want to change. By keyboard: <kbd>Tab</kbd> to the next text, picture or link, or
          type its words; <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> to what is around, in and beside
          it. <kbd>Enter</kbd> picks, <kbd>Escape</kbd> stops.
        </div>
      )}
    </div>
  )
}
