import { byte, textOf, toBytes } from './html/ascii.ts'
import { escapeText } from './html/escape.ts'
import type { TagAttribute, TagToken } from './html/tag.ts'
import type { ByteWindow } from './html/window.ts'

/** What edits are made to. */
type Edited = Pick<ByteWindow, 'bytes' | 'edit'>

/** Sets an attribute of a start tag in the window. Replaces the present one, if any. */
export function setAttribute(window: Edited, tag: TagToken, name: string, value: string): void {
  const quoted = `"${escapeText(value)}"`
  const found = tag.find(window.bytes, name)
  if (!found) window.edit(tag.nameEnd, tag.nameEnd, toBytes(` ${name}=${quoted}`))
  else if (found.valueStart === found.nameEnd)
    window.edit(found.nameEnd, found.nameEnd, toBytes(`=${quoted}`))
  else setValue(window, found, quoted)
}

function setValue(window: Edited, { valueStart, valueEnd }: TagAttribute, quoted: string) {
  const quote = window.bytes[valueStart - 1]
  const border = quote === byte.doubleQuote || quote === byte.singleQuote ? 1 : 0
  window.edit(valueStart - border, valueEnd + border, toBytes(quoted))
}

/** The value of an attribute in a start tag, as it is in the bytes; `undefined` if the tag does not have it. */
export function ownValue(bytes: Uint8Array, tag: TagToken, name: string): string | undefined {
  const found = tag.find(bytes, name)
  return found && textOf(bytes, found.valueStart, found.valueEnd)
}
