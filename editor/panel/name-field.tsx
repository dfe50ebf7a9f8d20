import { useId, useRef } from 'preact/hooks'
import type { Chosen, Editing } from '../editing.ts'
import { mostNameCharacters, namedAlike, proposedFor, renameItems, writtenName } from '../naming.ts'
import type { ItemPlace } from '../places.ts'
import { useTyped } from './use-typed.ts'

/** What the chosen element is called in results, alerts and lists. Empty, it has the name that is proposed. */
export function NameField({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  const id = useId()
  /** As it is typed: blanks at the end are no part of the name. */
  const [typed, setTyped] = useTyped<string>(editing)
  /** The items that are renamed. On the way the name may be that of others, or none. */
  const renamed = useRef<ItemPlace[]>([])

  return (
    <div class="field">
      <label for={id}>Name</label>
      <input
        id={id}
        value={typed ?? writtenName(editing, chosen) ?? ''}
        placeholder={proposedFor(chosen)}
        spellcheck={false}
        maxLength={mostNameCharacters}
        aria-describedby={`${id}-help`}
        onFocus={() => {
          renamed.current = namedAlike(editing, chosen)
        }}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value)
          renameItems(editing, chosen, renamed.current, value)
        }}
        onBlur={() => {
          setTyped(undefined)
          editing.history.settle()
        }}
      />
      <div id={`${id}-help`} class="quiet">
        Results, alerts and lists use this name.
      </div>
    </div>
  )
}
