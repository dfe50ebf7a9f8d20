import { useId, useRef } from 'preact/hooks'
import { setSelector } from '../changes.ts'
import { type Chosen, countMatches, type Editing } from '../editing.ts'
import { type ItemPlace, placesOf } from '../places.ts'
import { useTyped } from './use-typed.ts'

/** The selector of the element, and others to choose from. */
export function SelectorField({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  const id = useId()
  const count = countMatches(chosen.selector)
  const own = chosen.candidates.find(({ selector }) => selector === chosen.selector)
  /** As it is typed: blanks around it are no part of it. */
  const [typed, setTyped] = useTyped<string>(editing)
  /** The items whose selector is typed: on the way it may be that of others. */
  const typedFor = useRef<ItemPlace[]>([])
  return (
    <div class="selector">
      <div class="field">
        <label for={id}>Selector</label>
        <input
          id={id}
          class="code"
          value={typed?.trim() === chosen.selector ? typed : chosen.selector}
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={count === undefined || count === 0}
          aria-describedby={`${id}-help`}
          onFocus={() => {
            typedFor.current = placesOf(editing, chosen)
          }}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value)
            const selector = value.trim()
            if (selector !== chosen.selector) setSelector(editing, chosen, selector, typedFor.current)
          }}
          onBlur={() => {
            setTyped(undefined)
            editing.history.settle()
          }}
        />
        <div id={`${id}-help`} class={count === 1 ? 'quiet' : count ? 'odd' : 'problem'}>
          {wordsFor(count)}
        </div>
      </div>
      {own?.isByPlace && (
        <div class="odd">{own.why} To be sure, have the element named in the page by data-content.</div>
      )}
      {chosen.candidates.length > 1 && (
        <details>
          <summary>Other ways to find it</summary>
          <ul class="candidates">
            {chosen.candidates.map(({ selector, matches, why }) => (
              <li key={selector}>
                <button
                  type="button"
                  aria-pressed={selector === chosen.selector}
                  onClick={() => {
                    editing.history.settle()
                    setSelector(editing, chosen, selector)
                  }}
                >
                  <code>{selector}</code>
                  <span class="quiet">
                    {matches === 1 ? 'one match' : `${matches} matches`} · {why}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function wordsFor(count: number | undefined): string {
  if (count === undefined) return 'This is not a selector: nothing would change.'
  if (count === 0) return 'Matches nothing on this page now: nothing would change.'
  if (count === 1) return 'Matches one element now.'
  return `Matches ${count} elements now: all of them change.`
}
