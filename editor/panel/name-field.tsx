import { useId, useRef } from 'preact/hooks'
import type { Chosen, Editing } from '../editing.ts'
import { namedAlike, nameProblem, proposedFor, renameItems, writtenName } from '../naming.ts'
import type { ItemPlace } from '../places.ts'
import { useTyped } from './use-typed.ts'

/** What the chosen element is called in results, alerts and lists. Empty, it has the name that is proposed. */
export function NameField({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  const id = useId()
  /** As it is typed: blanks at the end are no part of the name. */
  const [typed, setTyped] = useTyped<string>(editing)
  /** The items that are renamed. On the way the name may be that of others, or none. */
  const renamed = useRef<ItemPlace[]>([])
  const problem = typed === undefined ? '' : nameProblem(typed)

  function write(text: string) {
    setTyped(text)
    if (!nameProblem(text)) renameItems(editing, chosen, renamed.current, text)
  }

  return (
    <div class="field">
      <label for={id}>Name</label>
      <input
        id={id}
        value={typed ?? writtenName(editing, chosen) ?? ''}
        placeholder={proposedFor(chosen)}
        spellcheck={false}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-help`}
        onFocus={() => {
          renamed.current = namedAlike(editing, chosen)
        }}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => {
          setTyped(undefined)
          editing.history.settle()
        }}
      />
      <div id={`${id}-help`} class={problem ? 'problem' : 'quiet'}>
        {problem || 'Results, alerts and lists use this name.'}
      </div>
    </div>
  )
}
