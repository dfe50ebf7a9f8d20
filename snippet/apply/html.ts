import { isTarget } from '../../wire/targets.ts'
import type { Hold } from './hold.ts'
import type { Kind, Tools } from './kinds.ts'
import { isElement, isSvg, isText, parentOf } from './walk.ts'

/** What the sanitiser has left of the payload, as the content of the element. */
export const html: Kind = {
  slot: 'content',
  accepts: (_, element) => isTarget('html', element.localName, isSvg(element)),
  says: ({ html }, element) => element.textContent === html?.textContent,
  apply(hold, tools) {
    const { item, element, inserted = [] } = hold
    const fresh = () => [...(item.html as Node).cloneNode(true).childNodes]
    const isWritten = inserted.some((node, at) => isRewritten(hold, tools, node, at))
    hold.inserted = isWritten || !inserted[0] ? fresh() : inserted
    if (!isOwned(element)) return tools.put(element, 'children', hold.inserted)
    if (isWritten) leaveToFramework(hold, tools, inserted)
    putBeside(hold, tools)
  },
}

/** Whether a framework has written into a node of Motif's: when it hydrates it takes what it finds for its own. */
const isRewritten = ({ item, element }: Hold, { isTaken }: Tools, node: Node, at: number): boolean =>
  node.parentNode === element &&
  !isTaken(node, 'content') &&
  node.textContent !== item.html?.childNodes[at]?.textContent

/** Beside the nodes of a framework, which are hidden: it breaks where it does not find them as it put them. */
const putBeside = ({ element, inserted = [] }: Hold, { put }: Tools) => {
  for (const node of [...element.childNodes]) {
    if (inserted.includes(node)) continue
    if (isText(node)) put(node, 'text', '')
    if (isElement(node)) put(node, 'style:display', 'none !important')
  }
  for (const node of inserted) put(node, 'parent', element)
}

/** What was Motif's and was written into is the framework's now; what was left alone goes when all is given back. */
const leaveToFramework = (hold: Hold, tools: Tools, former: Node[]) => {
  const { element } = hold
  hold.writes = hold.writes.filter(({ part, node }) => part !== 'children' && !former.includes(node))
  former.forEach((node, at) => {
    if (node.parentNode === element && !isRewritten(hold, tools, node, at))
      hold.writes.push({ node, part: 'parent', own: null, wanted: element, ours: element, isLate: false })
  })
}

/** Whether a framework keeps account of the element's nodes: it marks them, or nodes above, or as Svelte the page. */
const isOwned = (element: Node | null): boolean =>
  '__svelte' in window ||
  (!!element && (Object.keys(element).some((key) => /^[_$]/.test(key)) || isOwned(parentOf(element))))
