import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import type { SanitiserChunk } from '../chunks.ts'
import type { Item } from './item.ts'
import { isAllowedUrl } from './target.ts'
import { put } from './writes.ts'

/** What TypeScript's DOM library does not know yet of https://wicg.github.io/sanitizer-api. */
interface WithSetHtml {
  setHTML?: (html: string, options: object) => void
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

/** Motif's nodes in each target, and the item that they are of. */
const inserted = new WeakMap<Element, [item: Item, ours: Node[]]>()

/**
 * Puts the item's nodes in the place of the page's; in a framework's element beside them, which are hidden, because a
 * framework that does not find its nodes where it put them breaks.
 */
export const enforceHtml = (item: Item, element: Element): void => {
  let [former, ours = []] = inserted.get(element) ?? []
  if (former !== item) ours = [...(item.html_ as Node).cloneNode(true).childNodes]
  inserted.set(element, [item, ours])
  if (!isOwned(element)) put(item, element, 'children', ours)
  else {
    for (const node of element.childNodes)
      if (!ours.includes(node)) {
        if (node.nodeType === 3) put(item, node, 'text', '')
        if (node.nodeType === 1) put(item, node, 'display', 'none')
      }
    for (const node of ours) put(item, node, 'parent', element)
  }
}

/** Whether a framework keeps account of the element's nodes: it marks them, or nodes above, or as Svelte the page. */
const isOwned = (element: Node | null): boolean =>
  '__svelte' in self ||
  (!!element && (Object.keys(element).some((key) => /^[_$]/.test(key)) || isOwned(element.parentNode)))
