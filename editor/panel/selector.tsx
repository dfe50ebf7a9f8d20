import { useId, useRef } from 'preact/hooks'
import { setSelector } from '../changes.ts'
import { type Chosen, countMatches, type Editing } from '../editing.ts'
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
          aria-describedby={count === 1 ? undefined : foundId}
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
      </div>
      {chosen.candidates.length > 1 && (
        <ul class="candidates" aria-label="Other ways to find it">
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
      )}
    </div>
  )
}

const foundId = 'found-now'

/** What is to be known of how the element is found again; nothing if it is one that will last. */
export function Found({ chosen: { candidates, selector: chosen } }: { chosen: Chosen }) {
  const count = countMatches(chosen)
  const own = candidates.find(({ selector }) => selector === chosen)
  return (
    <>
      {count !== 1 && (
        <div id={foundId} class={count ? 'odd' : 'problem'}>
          {wordsFor(count)}
        </div>
      )}
      {own?.isByPlace && (
        <div class="odd">{own.why} To be sure, have the element named in the page by data-content.</div>
      )}
    </>
  )
}

function wordsFor(count: number | undefined): string {
  if (count === undefined) return 'This is not a selector: nothing would change.'
  if (count === 0) return 'Not found on this page now: nothing would change.'
  return `Found ${count} times on this page: all of them change.`
}
