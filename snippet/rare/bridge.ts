import { shadowHostNames } from '../../wire/frameworks.ts'

/** The shadow roots by their elements: an element has one for ever, and a closed one is known to its maker alone. */
const roots = new WeakMap<Element, ShadowRoot>()

/**
 * Shows a text in front of an element's own words, which a framework has still to hydrate: in a closed shadow root. The page's words
 * stay in a hidden slot, so that scripts read them. Without a text the element shows its own again.
 *
 * @returns whether the element shows the text: only one with nothing but words does
 */
export function bridge(element: HTMLElement, text?: string): boolean {
  const isPlain = element.firstChild && !element.firstElementChild && !element.hasAttribute('is')
  const root = roots.get(element)
  if (text === undefined) root?.replaceChildren(document.createElement('slot'))
  else if (root?.firstChild?.nodeValue === text) return true
  else if (isPlain && shadowHostNames.split(' ').includes(element.localName)) return show(element, text)
  return false
}

function show(element: HTMLElement, text: string): boolean {
  const own = document.createElement('slot')
  own.inert = own.hidden = true
  takeRoot(element)?.replaceChildren(text, own)
  return roots.has(element)
}

/** The element's root, made by the script or by the edge: the browser hands that one over once, and empties it. */
export function takeRoot(element: Element): ShadowRoot | undefined {
  try {
    if (!roots.has(element)) roots.set(element, element.attachShadow({ mode: 'closed' }))
  } catch {
    // It has a shadow root of the page's, or cannot have one.
  }
  return roots.get(element)
}
