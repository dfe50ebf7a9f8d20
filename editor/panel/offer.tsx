import type { Editing, KeptEdits } from '../editing.ts'
import { putBack } from '../keeping.ts'
import { editsBetween } from '../state/edits-between.ts'

/** Offers the changes that earlier sessions have not saved. */
export function OfferCards({ editing }: { editing: Editing }) {
  const { offered } = editing
  const remove = (kept: KeptEdits) => {
    offered.value = offered.value.filter((one) => one !== kept)
  }
  return offered.value.map((kept) => {
    const take = () => {
      remove(kept)
      putBack(editing, kept)
    }
    const count = editsBetween(kept.base, kept.mine).length
    return (
      <fieldset key={kept.session} class="offer" aria-label="Changes from before">
        <div class="head">
          You have {count === 1 ? 'an unsaved change' : `${count} unsaved changes`} from before
        </div>
        <div class="buttons">
          <button type="button" class="primary" onClick={take}>
            Put back
          </button>
          <button type="button" onClick={() => remove(kept)}>
            Discard
          </button>
        </div>
      </fieldset>
    )
  })
}
