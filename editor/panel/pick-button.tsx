import type { Editor } from '../editor.ts'

/** Begins to pick, and says how it goes on. */
export function PickButton({ editor: { picker, editing, isNarrow } }: { editor: Editor }) {
  const isPicking = picker.isPicking.value
  const toggle = () => {
    isNarrow.value = false
    if (isPicking) picker.stop()
    else picker.start(editing.value?.chosen.value?.element)
  }
  return (
    <div class="pick">
      <button type="button" class="primary" aria-pressed={isPicking} onClick={toggle}>
        Pick an element
      </button>
      {isPicking && (
        <div class="quiet">
          Click what is to change, or go there with the arrow keys: <kbd>↑</kbd> around it, <kbd>↓</kbd> into
          it, <kbd>←</kbd> <kbd>→</kbd> beside it. <kbd>Enter</kbd> picks, <kbd>Escape</kbd> leaves.
        </div>
      )}
    </div>
  )
}
