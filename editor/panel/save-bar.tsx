import { useState } from 'preact/hooks'
import type { Editing } from '../editing.ts'
import { save } from '../saving.ts'

/** Saves the next version, and makes links anew that are out already where that is wanted. */
export function SaveBar({ editing }: { editing: Editing }) {
  const [alsoForLinks, setAlso] = useState(false)
  const isBusy = editing.isBusy.value
  return (
    <div class="foot">
      <label class="check">
        <input
          type="checkbox"
          checked={alsoForLinks}
          onChange={({ currentTarget }) => setAlso(currentTarget.checked)}
        />
        Also for links that are out
      </label>
      <button
        type="button"
        class="primary"
        aria-busy={isBusy}
        onClick={async () => {
          if (await save(editing, { alsoForLinks })) setAlso(false)
        }}
      >
        Save
      </button>
    </div>
  )
}
