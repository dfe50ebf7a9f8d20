import { useMemo } from 'preact/hooks'
import { chooseElement, type Editing } from '../editing.ts'
import { picturesWithin, textsWithin } from '../page/editables.ts'
import { proposeName } from '../page/propose-name.ts'

/** How many of the elements inside are offered. */
const mostOffered = 8

/** Says before somebody writes what a text of a container would take away, and offers that and the pictures in it. */
export function Inside({ editing, element }: { editing: Editing; element: HTMLElement }) {
  const { value: template } = editing.history.template
  // After an undo the page still shows what was written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is another with each template.
  const { texts, pictures } = useMemo(
    () => editing.asItIs(() => ({ texts: textsWithin(element), pictures: picturesWithin(element) })),
    [element, template],
  )
  if (texts.length === 0) return null
  const within = [...texts, ...pictures]
  return (
    <fieldset class="notice warn inside" aria-label="Elements inside" tabIndex={-1}>
      <div>
        A text here replaces all words in this box: {texts.length === 1 ? 'this' : `these ${texts.length}`}{' '}
        would be gone. Pick one instead
        {pictures.length > 0 && ', or a picture, which stays'}:
      </div>
      {within.slice(0, mostOffered).map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name.
        <button key={at} type="button" onClick={() => chooseElement(editing, one, 'keys')}>
          {proposeName(one)}
        </button>
      ))}
      {within.length > mostOffered && <div>and {within.length - mostOffered} more</div>}
    </fieldset>
  )
}
