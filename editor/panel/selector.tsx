import { useId, useRef } from 'preact/hooks'
import { setSelector } from '../changes.ts'
import { type Chosen, countMatches, type Editing } from '../editing.ts'
import { betterThan, verdictOn } from '../judging.ts'
import { type ItemPlace, placesOf } from '../places.ts'
import { useTyped } from './use-typed.ts'

/** The selector of the element, and others to choose from. */
export function SelectorField({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  const id = useId()
  const count = countMatches(chosen.selector)
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
      <Lasting editing={editing} chosen={chosen} />
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

/** Says why a selector may not last, and offers a better one. */
function Lasting({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  const own = chosen.candidates.find(({ selector }) => selector === chosen.selector)
  const faults = verdictOn(chosen)?.faults ?? []
  if (faults.length === 0 && !own?.isByPlace) return null
  const better = faults.length > 0 ? betterThan(chosen) : undefined
  // The telephone's page is the reloaded one, so a fault in both is said once.
  const found = faults[0]?.replace('It ', 'it ')
  return (
    <div class="odd lasting" aria-live="polite">
      {found ? `This may not last: ${found}` : own?.why}
      {better ? (
        <button type="button" onClick={() => setSelector(editing, chosen, better.selector)}>
          Use <code>{better.selector}</code> instead
        </button>
      ) : (
        ' To be sure, have the element named in the page by data-content.'
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
