import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { letters } from '../../wire/texts.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import { isOwned } from './hydration/hydration.ts'
import type { Target } from './item.ts'
import { isTranslated } from './text.ts'
import type { Tools } from './tools.ts'

/** What the rare file `sanitiser` does in browsers that cannot sanitise. */
export type Sanitise = (html: string, elements: string[], attributes: string[]) => Node

/** Not yet in TypeScript's DOM library: https://wicg.github.io/sanitizer-api. */
interface WithSetHtml {
  setHTML?: (html: string, options: object) => void
}

/**
 * Sanitises a payload by the allow-list of elements and attributes and by Motif's rules for URLs. Uses the browser's own
 * sanitiser, or DOMPurify in browsers without one. `undefined` if nothing visible is left. Rejects if the file does not load.
 */
export async function sanitise(
  html: string,
  load: () => Promise<{ sanitise: Sanitise }>,
): Promise<Node | undefined> {
  // A template's content belongs to an inert document: nothing loads or runs there.
  const template: HTMLTemplateElement & WithSetHtml = document.createElement('template')
  const { content } = template
  const elements = htmlElements.split(' ')
  const attributes = htmlAttributes.split(' ')
  if (template.setHTML) template.setHTML(html, { sanitizer: { elements, attributes, dataAttributes: true } })
  else content.append((await load()).sanitise(html, elements, attributes))
  for (const element of content.querySelectorAll('*'))
    for (const name of ['src', 'href'] as const)
      if (!isAllowedUrl(`${element.getAttribute(name)}`, name, element.localName, document.baseURI))
        element.removeAttribute(name)
  return content.textContent?.trim() || content.querySelector('[src],[class],hr') ? content : undefined
}

/**
 * Makes the sanitised payload the content of an element. What a framework renders there stays in the page, hidden: a framework breaks
 * if its nodes are gone.
 */
export function applyHtml(target: Target, tools: Tools): void {
  const { item, element, made } = target
  const html = item.html as Node
  const wanted = letters(html.textContent)
  const says = (nodes: Iterable<Node>) =>
    letters([...nodes].map(({ textContent }) => textContent).join('')) === wanted
  const isThere = made?.some(({ parentNode }) => parentNode === element)
  const isOwnedNow = isOwned(element)
  if (made && (isTranslated(element) || (isThere ? !isOwnedNow : says(element.childNodes)))) {
    tools.keep(target)
    return
  }
  // A copy of another target has its HTML already.
  if (!made && Object.keys(item.originals)[0] && says(element.childNodes))
    target.made = [...element.childNodes]
  // A framework may have taken nodes of ours for its own, and written into them.
  else if (
    !isThere ||
    !(says(made ?? []) || [...element.querySelectorAll('*')].some((node) => tools.takerOf(node)))
  )
    target.made = [...html.cloneNode(true).childNodes]
  const nodes = target.made as Node[]
  if (!isOwnedNow) {
    tools.put(target, element, 'children', nodes)
    return
  }
  for (const node of element.childNodes) {
    if (nodes.includes(node)) continue
    if (node.nodeType === 3) tools.put(target, node, 'data', '')
    else if (node.nodeType === 1) tools.put(target, node, 'style:display', 'none')
  }
  for (const node of nodes) tools.put(target, node, 'parent', element)
}
