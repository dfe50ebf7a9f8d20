import { byte, bytesOf, lowerCase, textOf } from './html/ascii.ts'
import { escapeText } from './html/escape.ts'
import type { TagToken } from './html/tag.ts'
import type { ByteWindow } from './html/window.ts'

/** What edits are made to. */
type Edited = Pick<ByteWindow, 'bytes' | 'edit'>

/** Sets an attribute of a start tag in the window. Replaces the present one, if any. */
export function setAttribute(window: Edited, tag: TagToken, name: string, value: string): void {
  const quoted = `"${escapeText(value)}"`
  const found = tag.find(window.bytes, name)
  if (!found) return void window.edit(tag.nameEnd, tag.nameEnd, bytesOf(` ${name}=${quoted}`))
  const { nameEnd, valueStart, valueEnd } = found
  const [sign, border] =
    valueStart === nameEnd ? ['=', 0] : ['', isQuote(window.bytes[valueStart - 1]) ? 1 : 0]
  window.edit(valueStart - border, valueEnd + border, bytesOf(sign + quoted))
}

/**
 * Removes the attributes whose names pass from a start tag in the window. A slash takes the place of each, so that those beside it
 * do not become one.
 */
export function removeAttributes(window: Edited, tag: TagToken, isRemoved: (name: string) => boolean): void {
  for (let place = 0; place < tag.attributeCount; place++) {
    const { nameStart, nameEnd, valueStart, valueEnd } = tag.attribute(place)
    if (!isRemoved(lowerCase(textOf(window.bytes, nameStart, nameEnd)))) continue
    const isQuoted = valueStart > nameEnd && isQuote(window.bytes[valueStart - 1])
    window.edit(nameStart, valueEnd + (isQuoted ? 1 : 0), bytesOf('/'))
  }
}

const isQuote = (one: number | undefined) => one === byte.doubleQuote || one === byte.singleQuote

/** The value of an attribute in a start tag, as it is in the bytes; `undefined` if the tag does not have it. */
export function ownValue(bytes: Uint8Array, tag: TagToken, name: string): string | undefined {
  const found = tag.find(bytes, name)
  return found && textOf(bytes, found.valueStart, found.valueEnd)
}
