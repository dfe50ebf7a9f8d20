import { chooseElement, type Editing } from '../editing.ts'
import { picturesWithin, textsWithin } from '../page/editables.ts'
import { nameOf } from '../page/elements.ts'

/** How many of the elements inside are offered. */
const mostOffered = 8

/** Says before somebody writes what a text of a container would take away and what stays, and offers both. */
export function Inside({ editing, element }: { editing: Editing; element: HTMLElement }) {
  const texts = textsWithin(element)
  if (texts.length === 0) return null
  const pictures = picturesWithin(element)
  return (
    <fieldset class="notice warn inside" aria-label="Elements inside" tabIndex={-1}>
      <div>
        A text here takes the place of all that is in it:{' '}
        {texts.length === 1 ? 'this' : `these ${texts.length}`} would be gone. Pick one instead:
      </div>
      <Offered editing={editing} elements={texts} />
      {pictures.length > 0 && (
        <>
          <div>
            {pictures.length === 1 ? 'The picture in it stays' : `The ${pictures.length} pictures in it stay`}
            . To change {pictures.length === 1 ? 'it' : 'one'}, pick it:
          </div>
          <Offered editing={editing} elements={pictures} />
        </>
      )}
    </fieldset>
  )
}

function Offered({ editing, elements }: { editing: Editing; elements: HTMLElement[] }) {
  const names = elements.slice(0, mostOffered).map((element) => ({ element, name: nameOf(element) }))
  return (
    <>
      {names.map(({ element, name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
        <button key={at} type="button" onClick={() => chooseElement(editing, element, 'keys')}>
          {name}
        </button>
      ))}
      {elements.length > mostOffered && <div>and {elements.length - mostOffered} more</div>}
    </>
  )
}
