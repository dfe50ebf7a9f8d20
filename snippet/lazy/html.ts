import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import type { Part, Put } from '../apply/writes.ts'

/** What the chunk for `html` items exports. It shares no names with the snippet, whose version may be another. */
export interface HtmlChunk {
  parts: Record<string, Part>
  sanitise: typeof sanitise
  enforce: typeof enforce
}

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
export async function sanitise(
  html: string,
  host: string,
  isAllowedUrl: (url: string, attribute: string) => boolean,
): Promise<Node | undefined> {
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
function withoutInline(html: string): string {
  return html.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/[\s/"'](style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, (found) =>
      /^["']/.test(found) ? found.charAt(0) : ' ',
    ),
  )
}

/** The parts that only `html` items write. */
export const parts: Record<string, Part> = {
  // What the page adds beside Motif's nodes it adds to its own; where those are gone, it has put its own instead.
  children: [
    (element, before = [[], []]) => {
      const [pages, ours] = before as [Node[], Node[]]
      const nodes: Node[] = [...element.childNodes]
      const others = nodes.filter((child) => !ours.includes(child))
      const left = nodes.length - others.length
      return !left ? nodes : left < ours.length || others[0] ? [...pages, ...others] : ours
    },
    (element, nodes) => element.replaceChildren(...(nodes as Node[])),
  ],
  // By the style object, because a strict `style-src` forbids the attribute.
  display: [
    (element) => element.style.display,
    (element, value) => element.style.setProperty('display', value as string, 'important'),
  ],
}

/** Motif's nodes in each target, and what they were made of. */
const inserted = new WeakMap<Element, [html: Node, ours: Node[]]>()

/**
 * Puts the nodes in the place of the page's; in a framework's element beside them, which are hidden, because a framework
 * that does not find its nodes where it put them breaks.
 */
export function enforce(put: Put, element: Element, html: Node): void {
  const [source, before] = inserted.get(element) ?? []
  const ours = before && source === html ? before : [...html.cloneNode(true).childNodes]
  inserted.set(element, [html, ours])
  if (!isOwned(element)) return void put(element, 'children', ours)
  for (const node of element.childNodes) if (!ours.includes(node)) hide(put, node)
  for (const node of ours) put(node, 'parent', element)
}

function hide(put: Put, node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) put(node, 'text', '')
  if (node.nodeType === Node.ELEMENT_NODE) put(node, 'display', 'none')
}

/** Whether a framework keeps account of the element's nodes: it marks them, or nodes above, or as Svelte the page. */
function isOwned(element: Node | null): boolean {
  return (
    '__svelte' in self ||
    (!!element && (Object.keys(element).some((key) => /^[_$]/.test(key)) || isOwned(element.parentNode)))
  )
}
