import { byte, isBlank, isLetter, lowerCase, textOf } from './ascii.ts'

/** An attribute in the bytes: where its name is, and its value without quotes; an empty value where it has none. */
export interface TagAttribute {
  nameStart: number
  nameEnd: number
  valueStart: number
  valueEnd: number
}

/** A start or end tag in the bytes. */
export interface TagInBytes {
  name: string
  isEnd: boolean
  isSelfClosing: boolean
  start: number
  nameEnd: number
  end: number
  attributes: TagAttribute[]
}

/**
 * Reads the tag whose `<` stands at `start`, with a letter behind it or behind the `/`. `undefined`: it ends beyond
 * the bytes. https://html.spec.whatwg.org/#tag-name-state and what follows
 */
export function readTagAt(bytes: Uint8Array, start: number): TagInBytes | undefined {
  const isEnd = bytes[start + 1] === byte.slash
  const nameStart = start + (isEnd ? 2 : 1)
  let at = nameStart
  while (at < bytes.length && !endsName(bytes[at] as number)) at++
  const tag: TagInBytes = {
    name: lowerCase(textOf(bytes, nameStart, at)),
    isEnd,
    isSelfClosing: false,
    start,
    nameEnd: at,
    end: 0,
    attributes: [],
  }
  while (at < bytes.length) {
    const one = bytes[at] as number
    if (one === byte.greater) {
      tag.end = at + 1
      tag.isSelfClosing = bytes[at - 1] === byte.slash && isSlashFree(tag, at - 1)
      return tag
    }
    if (isBlank(one) || one === byte.slash) at++
    else {
      const attribute = readTagAttribute(bytes, at)
      if (!attribute) return undefined
      tag.attributes.push(attribute)
      at = afterValue(bytes, attribute)
    }
  }
  return undefined
}

const endsName = (one: number) => one === byte.greater || one === byte.slash || isBlank(one)

/** A slash at the end of a value without quotes belongs to that value. */
function isSlashFree({ attributes }: TagInBytes, at: number): boolean {
  const last = attributes.at(-1)
  return !last || at >= last.valueEnd
}

function readTagAttribute(bytes: Uint8Array, nameStart: number): TagAttribute | undefined {
  // An equals sign at the beginning belongs to the name.
  let at = nameStart + 1
  while (at < bytes.length && !endsName(bytes[at] as number) && bytes[at] !== byte.equals) at++
  const nameEnd = at
  while (isBlank(bytes[at])) at++
  if (at >= bytes.length) return undefined
  if (bytes[at] !== byte.equals) return { nameStart, nameEnd, valueStart: nameEnd, valueEnd: nameEnd }
  at++
  while (isBlank(bytes[at])) at++
  const quote = bytes[at]
  if (quote === undefined) return undefined
  if (quote === byte.doubleQuote || quote === byte.singleQuote) {
    const valueEnd = bytes.indexOf(quote, at + 1)
    return valueEnd < 0 ? undefined : { nameStart, nameEnd, valueStart: at + 1, valueEnd }
  }
  const valueStart = at
  while (at < bytes.length && bytes[at] !== byte.greater && !isBlank(bytes[at])) at++
  return at >= bytes.length ? undefined : { nameStart, nameEnd, valueStart, valueEnd: at }
}

function afterValue(bytes: Uint8Array, { nameEnd, valueStart, valueEnd }: TagAttribute): number {
  if (valueStart === nameEnd) return nameEnd
  const before = bytes[valueStart - 1]
  const isQuoted = (before === byte.doubleQuote || before === byte.singleQuote) && bytes[valueEnd] === before
  return isQuoted ? valueEnd + 1 : valueEnd
}

/** Whether a `<` at `at` begins a tag. */
export const isTagAt = (bytes: Uint8Array, at: number): boolean =>
  isLetter(bytes[at + 1]) || (bytes[at + 1] === byte.slash && isLetter(bytes[at + 2]))
