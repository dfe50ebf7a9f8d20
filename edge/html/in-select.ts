import type { StreamedElement } from './element.ts'
import type { OpenElements, StartTag } from './open-elements.ts'
import type { TagName } from './tag-name.ts'
import { Unsure } from './unsure.ts'

/** Whether an element is a select, or an option of one. */
export function isInSelect(element: StreamedElement | undefined): boolean {
  if (!element?.tagName.isOfSelect) return false
  for (let one: StreamedElement | undefined = element; one; one = one.parent)
    if (one.name === 'select') return true
  return false
}

/** Takes a start tag in a select. */
export function startInSelect(open: OpenElements, tag: StartTag): StreamedElement {
  const { text } = tag.name
  if (text !== 'option' && text !== 'optgroup') throw new Unsure('something in a select')
  if (open.current?.name === 'option') open.pop()
  if (text === 'optgroup' && open.current?.name === 'optgroup') open.pop()
  return open.insert(tag)
}

/** Takes an end tag in a select. */
export function endInSelect(open: OpenElements, { text }: TagName): void {
  if (text === 'optgroup' && open.current?.name === 'option') open.pop()
  if (text === 'select') while (open.current && open.current.name !== 'select') open.pop()
  if (open.current?.name !== text) throw new Unsure('an end tag in a select')
  open.pop()
}
