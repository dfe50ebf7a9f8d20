import { withOwn } from '../first/hold.ts'
import type { Item } from '../first/item.ts'
import type { Value } from '../first/parts.ts'

/** Whose words they may be. */
interface Claim {
  item: Item
}

/** A shorter text may be in the page's own words by chance: it counts as contained only where it is all that they say. */
const shortest = 4

/** What stays of a text however a page sets it: its letters, digits and signs (as ™), in upper case. */
const plain = (text: string): string => {
  const upper = text.toUpperCase()
  return upper.replace(/[^\p{L}\p{M}\p{N}\p{S}]/gu, '') || upper.replace(/\s/g, '')
}

const textOf = (value: Value | undefined): string => {
  if (Array.isArray(value)) return value.map(({ textContent }) => textContent).join('')
  return typeof value === 'string' ? value : ''
}

/** What an item says. */
const wordsOf = ({ item: { html, type, payload } }: Claim): string => {
  if (html) return html.textContent ?? ''
  return type === 'text' ? payload : ''
}

/** Whether a value says an item's text, with whatever else. */
export const isPersonal = (hold: Claim, value: Value): boolean => {
  const said = textOf(value)
  const words = wordsOf(hold)
  if (!said || !words.trim()) return false
  const wanted = plain(words)
  return wanted.length < shortest ? plain(said) === wanted : plain(said).includes(wanted)
}

/**
 * Whether the page has made what it says of an item's text: wrapped it, written it in other letters, or written it letter by
 * letter up to here.
 *
 * @param own the page's own words
 */
export const isMadeOf = (hold: Claim, said: string, own: Value | undefined): boolean => {
  const now = plain(said)
  const wanted = plain(wordsOf(hold))
  return !!now && wanted.startsWith(now) && now !== plain(textOf(own))
}

/**
 * The page's own value of a part: what it says now. If that says the item's text, and `own`, the former, did not, it is `own`
 * with what the page has put around the item's text.
 */
export const ownUnlessPersonal = (hold: Claim, now: Value, own: Value): Value => {
  if (!isPersonal(hold, now) || isPersonal(hold, own)) return now
  const isTexts = typeof now === 'string' && typeof own === 'string'
  return (isTexts && withOwn(now, wordsOf(hold), own)) || own
}
