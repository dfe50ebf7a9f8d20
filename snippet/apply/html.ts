import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import type { Item } from './item.ts'
import { isAllowedUrl } from './target.ts'
import { forget, put } from './writes.ts'

/** What TypeScript's DOM library does not know yet of https://wicg.github.io/sanitizer-api. */
interface WithSetHtml {
  setHTML?: (html: string, options: object) => void
}

/** What the chunk with DOMPurify exports. */
export interface SanitiserChunk {
  sanitise: (html: string, elements: string[], attributes: string[]) => Node
}

/**
 * What the allow-list, and the rules for URLs, which no sanitiser knows, leave of a payload; `undefined` where that is
 * nothing to see. The browser's own sanitiser does it, or DOMPurify where it has none.
 */
export const sanitise = async (html: string, host: string): Promise<Node | undefined> => {
  // In a document of its own, where nothing loads.
  const template: HTMLTemplateElement & WithSetHtml = document.implementation
    .createHTMLDocument()
    .createElement('template')
  const { content } = template
  const elements = htmlElements.split(' ')
  const attributes = htmlAttributes.split(' ')
  if (template.setHTML)
    template.setHTML(withoutInline(html), { sanitizer: { elements, attributes, dataAttributes: true } })
  else {
    const chunk: SanitiserChunk = await import(`${host}/sanitiser.js`)
    content.append(chunk.sanitise(withoutInline(html), elements, attributes))
  }
  for (const name of ['src', 'href'])
    for (const element of content.querySelectorAll(`[${name}]`))
      if (!isAllowedUrl(element.getAttribute(name) ?? '', name)) element.removeAttribute(name)
  return content.textContent?.trim() || content.querySelector('[src],[class],hr') ? content : undefined
}

/**
 * Chromium reports styles and handlers to the page's policy when it parses them, even if the sanitiser then takes them
 * away. This is for quiet alone: what it does not find the sanitiser does.
 */
const withoutInline = (html: string): string =>
  html.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/[\s/"'](style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, (found) =>
      /^["']/.test(found) ? found.charAt(0) : ' ',
    ),
  )

/** What an `html` item has made of a target. */
interface Made {
  item: Item
  ours: Node[]
  /** Whether Motif's nodes stand beside the page's, which are hidden, instead of in their place. */
  isBeside: boolean
}

const made = new WeakMap<Element, Made>()

/**
 * Puts the item's nodes in the place of the page's; in a framework's element beside them, which are hidden, because a
 * framework that does not find its nodes where it put them breaks.
 */
export const enforceHtml = (item: Item, element: Element): void => {
  let now = made.get(element)
  if (now?.item !== item) now = makeOf(item, isOwned(element))
  else if (!now.isBeside && isOwned(element) && !isIntact(now, element)) {
    giveAttributesBack(now.ours, forget(element, 'children') as Node[])
    now = makeOf(item, true)
  }
  made.set(element, now)
  if (now.isBeside) putBeside(now, element)
  else put(item, element, 'children', now.ours)
}

const makeOf = (item: Item, isBeside: boolean): Made => ({
  item,
  isBeside,
  ours: [...(item.html_ as Node).cloneNode(true).childNodes],
})

const putBeside = ({ item, ours }: Made, element: Element) => {
  for (const node of element.childNodes)
    if (!ours.includes(node)) {
      if (node.nodeType === 3) put(item, node, 'text', '')
      if (node.nodeType === 1) put(item, node, 'display', 'none')
    }
  for (const node of ours) put(item, node, 'parent', element)
}

/** A framework that hydrates late takes Motif's nodes for its own: it writes its words into them and removes the rest. */
const isIntact = ({ item, ours }: Made, element: Element): boolean =>
  ours.every(
    (node, at) =>
      node.parentNode === element && node.isEqualNode((item.html_ as Node).childNodes[at] as Node),
  )

/** It leaves attributes alone, so those of the nodes which it meant to find are given to the ones which it took. */
const giveAttributesBack = (taken: Node[], pages: Node[]) => {
  const left = [...pages]
  for (const node of taken.filter((each) => each.parentNode && each.nodeType === 1) as Element[]) {
    const at = left.findIndex((each) => each.nodeName === node.nodeName)
    if (at < 0) continue
    const [own] = left.splice(at, 1) as [Element]
    for (const name of node.getAttributeNames()) if (!own.hasAttribute(name)) node.removeAttribute(name)
    for (const name of own.getAttributeNames()) node.setAttribute(name, own.getAttribute(name) as string)
  }
}

/** Whether a framework keeps account of the element's nodes: it marks them, or nodes above, or as Svelte the page. */
const isOwned = (element: Node | null): boolean =>
  '__svelte' in self ||
  (!!element && (Object.keys(element).some((key) => /^[_$]/.test(key)) || isOwned(element.parentNode)))
