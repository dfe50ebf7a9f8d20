import { isPattern } from '../wire/limits.ts'

/** A link's pattern, and its query without it. */
export interface Invitation {
  pattern: string
  /** The rest of the query, byte for byte, with its question mark; empty if nothing is left. */
  search: string
}

/** Finds the pattern in a query. `undefined` if there is none, or if it does not have the shape of a pattern. */
export function findInvitation(search: string, param: string): Invitation | undefined {
  const pattern = new URLSearchParams(search).get(param)
  if (!isPattern(pattern)) return undefined
  const isOther = (piece: string) => !new URLSearchParams(piece).has(param)
  const rest = search.slice(1).split('&').filter(isOther).join('&')
  return { pattern, search: rest && `?${rest}` }
}
