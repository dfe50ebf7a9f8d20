import { isPattern } from '../wire/limits.ts'

/** A link's pattern, and its query without it. */
export interface Invitation {
  pattern: string
  /** What is left of the query, byte for byte, with its question mark; empty where nothing is. */
  search: string
}

/** Finds the pattern in a query. What does not look like one is none. */
export function findInvitation(search: string, param: string): Invitation | undefined {
  const pattern = new URLSearchParams(search).get(param)
  if (!isPattern(pattern)) return undefined
  const isOther = (piece: string) => !new URLSearchParams(piece).has(param)
  const rest = search.slice(1).split('&').filter(isOther).join('&')
  return { pattern, search: rest && `?${rest}` }
}
