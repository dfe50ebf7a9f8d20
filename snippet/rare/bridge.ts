const hosts = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/

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
  else if (isPlain && hosts.test(element.localName)) return show(element, text)
  return false
}

function show(element: HTMLElement, text: string): boolean {
  const own = document.createElement('slot')
  own.inert = true
  own.style.display = 'none'
  try {
    const root = roots.get(element) ?? element.attachShadow({ mode: 'closed' })
    roots.set(element, root)
    root.replaceChildren(text, own)
    return true
  } catch {
    // It has a shadow root of the page's, or cannot have one.
    return false
  }
}
