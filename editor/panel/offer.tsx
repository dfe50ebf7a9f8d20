import type { Editing } from '../editing.ts'
import { putBack } from '../keeping.ts'

/** Offers the changes that an earlier session has not saved. */
export function OfferCard({ editing }: { editing: Editing }) {
  const { offered } = editing
  const kept = offered.value
  if (!kept) return null
  const count = kept.edits.length
  const take = () => {
    offered.value = undefined
    putBack(editing, kept)
  }
  return (
    <fieldset class="offer" aria-label="Changes from before">
      <div class="head">You have {count === 1 ? 'a change' : `${count} changes`} from before, not saved</div>
      <div class="buttons">
        <button type="button" class="primary" onClick={take}>
          Put back
        </button>
        <button
          type="button"
          onClick={() => {
            offered.value = undefined
          }}
        >
          Discard
        </button>
      </div>
    </fieldset>
  )
}
