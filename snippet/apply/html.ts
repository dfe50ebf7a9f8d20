import { isTarget } from '../../wire/targets.ts'
import type { Kind, Target } from './kinds.ts'
import { isElement, isSvg, isText } from './walk.ts'

/** What the sanitiser has left of the payload, as the content of the element. */
export const html: Kind = {
  slot: 'content',
  accepts: (_, element) => isTarget('html', element.localName, isSvg(element)),
  says: ({ html }, element) => element.textContent === html?.textContent,
  apply(target) {
    const { item, element, put, tools } = target
    const known = tools.inserted.get(element)
    const isKnown = known?.item === item
    const isWhole = isKnown && known.nodes.every((node, at) => isAsItWas(target, node, at))
    const nodes = isWhole ? known.nodes : [...(item.html as Node).cloneNode(true).childNodes]
    tools.inserted.set(element, { item, nodes })
    if (!isOwned(element)) return void put(element, 'children', nodes)
    if (isKnown && !isWhole) leaveToFramework(target, known.nodes)
    putBeside(target, nodes)
  },
}

/** Whether a node of Motif's says what it said: a framework that hydrates takes it for its own, and writes into it. */
const isAsItWas = ({ item, element, tools }: Target, node: Node, at: number): boolean =>
  node.parentNode !== element ||
  tools.isTaken(node, 'content') ||
  node.textContent === (item.html as Node).childNodes[at]?.textContent

/** Beside the nodes of a framework, which are hidden: it breaks where it does not find them as it put them. */
const putBeside = ({ element, put }: Target, nodes: Node[]) => {
  for (const node of [...element.childNodes]) {
    if (nodes.includes(node)) continue
    if (isText(node)) put(node, 'text', '')
    if (isElement(node)) put(node, 'style:display', 'none !important')
  }
  for (const node of nodes) put(node, 'parent', element)
}

/** What was Motif's and was written into is the framework's; what it left alone goes when all is given back. */
const leaveToFramework = ({ item, element, tools }: Target, nodes: Node[]) => {
  tools.writes.forget(element, 'children')
  nodes.forEach((node, at) => {
    const isLeft = node.textContent === (item.html as Node).childNodes[at]?.textContent
    if (isLeft && node.parentNode === element)
      tools.writes.note(node, 'parent', { item, own: null, wanted: element, ours: element })
    else tools.writes.forget(node, 'parent')
  })
}

/** Whether a framework keeps account of the element's nodes: it marks them, or nodes above, or as Svelte the page. */
const isOwned = (element: Node | null): boolean =>
  '__svelte' in window ||
  (!!element && (Object.keys(element).some((key) => /^[_$]/.test(key)) || isOwned(element.parentNode)))
