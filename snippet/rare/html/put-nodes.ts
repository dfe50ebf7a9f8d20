import { isOwned } from '../../first/signs.ts'
import { isElement, isText } from '../../first/walk.ts'
import { type Kept, put } from '../../follow/put.ts'

/** Makes an `html` item's nodes the content of an element, which a framework may own. */
export const putNodes = (hold: Kept): void => {
  const { element, inserted = [] } = hold
  if (isOwned(element)) putBeside(hold, inserted)
  else put(hold, element, 'children', inserted)
}

/** Hides a framework's nodes and puts Motif's beside them: a framework breaks if its nodes are gone. */
const putBeside = (hold: Kept, inserted: Node[]) => {
  const { element } = hold
  for (const node of [...element.childNodes]) {
    if (inserted.includes(node)) continue
    if (isText(node)) put(hold, node, 'text', '')
    if (isElement(node)) put(hold, node, 'style:display', 'none !important')
  }
  for (const node of inserted) put(hold, node, 'parent', element)
}
