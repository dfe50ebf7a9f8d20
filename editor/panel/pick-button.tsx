import { useEffect, useRef } from 'preact/hooks'
import type { Editor } from '../editor.ts'

/** Begins to pick, and says how it goes on. It has the focus, where the page has not given it to something of its own. */
export function PickButton({ editor: { picker, editing, isNarrow } }: { editor: Editor }) {
  const isPicking = picker.isPicking.value
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  const toggle = () => {
    isNarrow.value = false
    if (isPicking) picker.stop()
    else picker.start(editing.value?.chosen.value?.element)
  }
  return (
    <div class="pick">
      <button ref={button} type="button" class="primary" aria-pressed={isPicking} onClick={toggle}>
        Pick an element
      </button>
      {isPicking && (
        <div class="quiet">
          Click what is to change, or go there with the arrow keys: <kbd>↑</kbd> around it, <kbd>↓</kbd> into
          it, <kbd>←</kbd> <kbd>→</kbd> beside it. <kbd>Tab</kbd> goes to the next words, picture or link;
          typing goes to what says so. <kbd>Enter</kbd> picks, <kbd>Escape</kbd> leaves.
        </div>
      )}
    </div>
  )
}
