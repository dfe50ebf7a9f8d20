import type { Value } from './parts.ts'

const isAddress = (part: string) => part === 'href' || part === 'src'

/** An address as the browser reads it. Not a `URL`, which may be the page's own. */
export const asLink = (address: Value): HTMLAnchorElement => {
  const link = document.createElement('a')
  link.href = `${address}`
  return link
}

const parametersOf = ({ search }: HTMLAnchorElement) => search.slice(1).split('&').filter(Boolean)

/**
 * Whether a page has made a part's value of an address that was written there: it is the same one, absolute, or has more
 * parameters or a place in the page, as links get when somebody presses them.
 */
export const isMadeOfAddress = (part: string, now: Value, ours: Value): boolean => {
  if (!isAddress(part) || !now || !ours) return false
  const [one, other] = [asLink(now), asLink(ours)]
  return (
    one.protocol + one.host + one.pathname === other.protocol + other.host + other.pathname &&
    parametersOf(other).every((parameter) => parametersOf(one).includes(parameter)) &&
    (!other.hash || one.hash === other.hash)
  )
}
