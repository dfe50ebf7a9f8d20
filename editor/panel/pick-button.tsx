import type { Editor } from '../editor.ts'

/** Begins to pick, and says how it goes on. */
export function PickButton({ editor: { picker, editing } }: { editor: Editor }) {
  const isPicking = picker.isPicking.value
  return (
    <div class="pick">
      <button
        type="button"
        class="primary"
        aria-pressed={isPicking}
        onClick={() => (isPicking ? picker.stop() : picker.start(editing.value?.chosen.value?.element))}
      >
        Pick an element
      </button>
      {isPicking && (
        <p class="quiet">
          Click what is to change, or go there with the arrow keys: <kbd>↑</kbd> around it, <kbd>↓</kbd> into
          it, <kbd>←</kbd> <kbd>→</kbd> beside it. <kbd>Enter</kbd> picks, <kbd>Escape</kbd> leaves.
        </p>
      )}
    </div>
  )
}
