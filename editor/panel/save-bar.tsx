import type { Editing } from '../editing.ts'
import { save } from '../saving.ts'

/** Saves the next version and, if wanted, makes the pages of existing links again. */
export function SaveBar({ editing }: { editing: Editing }) {
  const { saving, isAlsoForLinks } = editing
  return (
    <div class="foot">
      <label class="check">
        <input
          type="checkbox"
          checked={isAlsoForLinks.value}
          onChange={({ currentTarget }) => {
            isAlsoForLinks.value = currentTarget.checked
          }}
        />
        Also for links that are out
      </label>
      <button
        type="button"
        class="primary"
        aria-busy={saving.value !== undefined}
        aria-keyshortcuts="Control+S"
        title="Ctrl S"
        onClick={() => save(editing)}
      >
        Save
      </button>
    </div>
  )
}
