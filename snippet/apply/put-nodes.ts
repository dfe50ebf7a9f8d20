import { type Hold, put } from './hold.ts'
import { isOwned } from './signs.ts'
import { isElement, isText } from './walk.ts'

/** Puts an `html` item's nodes into an element that may be a framework's. */
export const putNodes = (hold: Hold): void => {
  const { element, inserted = [] } = hold
  if (isOwned(element)) putBeside(hold, inserted)
  else put(hold, element, 'children', inserted)
}

/** Beside the nodes of a framework, which are hidden: it breaks where it does not find them as it put them. */
const putBeside = (hold: Hold, inserted: Node[]) => {
  const { element } = hold
  for (const node of [...element.childNodes]) {
    if (inserted.includes(node)) continue
    if (isText(node)) put(hold, node, 'text', '')
    if (isElement(node)) put(hold, node, 'style:display', 'none !important')
  }
  for (const node of inserted) put(hold, node, 'parent', element)
}
