import { chooseElement, type Editing } from '../editing.ts'
import { textsWithin } from '../page/editables.ts'
import { nameOf } from '../page/elements.ts'

/** How many of the elements inside are offered. */
const mostOffered = 8

/** Says before somebody writes what a text of a container would take away, and offers what is in it. */
export function Inside({ editing, element }: { editing: Editing; element: HTMLElement }) {
  const texts = textsWithin(element)
  if (texts.length === 0) return null
  const names = texts.slice(0, mostOffered).map((text) => ({ text, name: nameOf(text) }))
  return (
    <fieldset class="notice warn inside" aria-label="Elements inside" tabIndex={-1}>
      <div>
        A text here takes the place of all that is in it:{' '}
        {texts.length === 1 ? 'this' : `these ${texts.length}`} would be gone. Pick one instead:
      </div>
      {names.map(({ text, name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
        <button key={at} type="button" onClick={() => chooseElement(editing, text, 'keys')}>
          {name}
        </button>
      ))}
      {texts.length > mostOffered && <div>and {texts.length - mostOffered} more</div>}
    </fieldset>
  )
}
