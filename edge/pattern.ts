import { isPattern } from '../wire/limits.ts'

/** A link's pattern, and its query without it. */
export interface Invitation {
  pattern: string
  /** The rest of the query, byte for byte, with its question mark; empty if nothing is left. */
  search: string
}

/**
 * Finds the pattern in a query, however the link was bent on its way: `&amp;` and a second `?` count as `&`. `undefined`
 * if there is none, or if it does not have the shape of a pattern.
 */
export function findInvitation(search: string, param: string): Invitation | undefined {
  const pieces = [...search.matchAll(/(&(?:amp;)*|\?)([^&?]*)/g)].map(([whole, mark = '', text = '']) => {
    return { whole, mark, value: new URLSearchParams(text).get(param) }
  })
  const pattern = pieces.find(({ value }) => value !== null)?.value
  if (!isPattern(pattern)) return undefined
  const others = pieces.filter(({ value }) => value === null)
  const rest = others.map(({ whole, mark }, at) => (at === 0 ? whole.slice(mark.length) : whole)).join('')
  return { pattern, search: rest && `?${rest}` }
}

/**
 * Puts the pattern back into the address of a redirect, because the origin has not seen it. `undefined` for an address
 * that has one, or that leads to another host than those of `site`. Everything else of it stays byte for byte.
 *
 * @param location the header's value, which may be relative to `pageUrl`
 */
export function invitedLocation(
  location: string,
  { pattern, param, pageUrl, site }: { pattern: string; param: string; pageUrl: string; site: string[] },
): string | undefined {
  if (!URL.canParse(location, pageUrl)) return undefined
  const { protocol, host, searchParams } = new URL(location, pageUrl)
  if (!/^https?:$/.test(protocol) || !site.includes(host) || searchParams.has(param)) return undefined
  const [, address = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(location) ?? []
  const separator = query === undefined ? '?' : /[?&]$/.test(query) ? '' : '&'
  return `${address}${query ?? ''}${separator}${encodeURIComponent(param)}=${pattern}${fragment}`
}
