import type { Target } from './item.ts'
import type { Tools } from './tools.ts'

/** Makes the payload the address of a link, an area or an SVG's link. */
export function applyHref(target: Target, tools: Tools): void {
  putAddress(target, target.element, 'href', tools)
}

/** Writes the payload as an address, unless the page has made what is there of it. Returns whether it was written. */
export function putAddress(target: Target, node: Element, part: string, tools: Tools): boolean {
  const { payload } = target.item
  const now = node.getAttribute(part)
  const known = tools.find(node, part)
  // What the page showed before tells that an address with more parameters is its own.
  const isMade =
    known && now !== known.current && isMadeOf(now, payload) && !isMadeOf(known.original as string, payload)
  if (isMade) tools.keep(target)
  return tools.put(target, node, part, payload)
}

/** Whether an address is another one with more parameters or a place in the page, as links get for campaigns. */
export function isMadeOf(address: string | null, other: string): boolean {
  const [one, base] = [urlOf(address), urlOf(other)]
  if (!one || !base) return false
  return (
    one.origin + one.pathname === base.origin + base.pathname &&
    [...base.searchParams].every(([name, value]) => one.searchParams.getAll(name).includes(value)) &&
    (!base.hash || one.hash === base.hash)
  )
}

function urlOf(address: string | null): URL | undefined {
  try {
    return new URL(address as string, document.baseURI)
  } catch {
    return undefined
  }
}

/**
 * Follows a personal link whose click a router has taken over: it would go where the link led before. A link that has led to a place in
 * this page, which may open something, is left alone. No router takes clicks with modifier keys, or of links with a `target`.
 */
export function followLink(event: Event, link: Element, original: string | null): void {
  const own = urlOf(original)
  const isElsewhere = own?.origin === location.origin && own.pathname !== location.pathname
  const address = link.getAttribute('href') as string
  const before = location.href
  // The router has run by then. It may have added an entry to the history, which is not where the visitor was.
  setTimeout(() => {
    if (isElsewhere && event.defaultPrevented)
      location[location.href === before ? 'assign' : 'replace'](address)
  })
}
