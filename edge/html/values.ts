import { textOf } from './ascii.ts'
import { Attributes, noAttributes } from './attributes.ts'
import { hashOfBytes, NameTable } from './name-table.ts'
import type { TagToken } from './tag.ts'

/** How many values are cached: pages repeat theirs. */
const slots = 512
/** The longest value that is cached, in bytes. */
const maxLength = 256

/**
 * Stands in values for a byte beyond ASCII. The encoding is not known here: what follows may be the second half of a character,
 * although it looks like a letter.
 */
export const beyondAscii = '\ufffd'

/** The cached values, for all pages: those of one site have the same. */
const cached: ({ raw: string; value: string | undefined } | undefined)[] = Array.from({ length: slots })

/**
 * The value in these bytes, with `beyondAscii` in place of each byte that is not ASCII. `undefined` if it is not certain: for a
 * character reference that is not one of the plain ones, or NUL.
 */
function readValue(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > maxLength) return decoded(textOf(bytes, start, end))
  const slot = hashOfBytes(bytes, start, end) & (slots - 1)
  const seen = cached[slot]
  if (seen && isSame(bytes, start, end, seen.raw)) return seen.value
  const raw = textOf(bytes, start, end)
  const value = decoded(raw)
  cached[slot] = { raw, value }
  return value
}

/** Reads the wanted attributes of start tags, and no others. */
export class AttributeReader {
  readonly #wanted: NameTable<{ text: string }>

  constructor(names: Iterable<string>) {
    this.#wanted = new NameTable([...names].map((text) => ({ text })))
  }

  read(bytes: Uint8Array, tag: TagToken): Attributes {
    let read: Attributes | undefined
    for (let place = 0; place < tag.attributeCount; place++) {
      const name = this.#wanted.find(bytes, tag.nameStarts[place] as number, tag.nameEnds[place] as number)
      if (!name) continue
      read ??= new Attributes()
      const value = readValue(bytes, tag.valueStarts[place] as number, tag.valueEnds[place] as number)
      read.add(name.text, value)
    }
    return read ?? noAttributes
  }
}

function isSame(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let place = 0; place < text.length; place++)
    if (bytes[start + place] !== text.charCodeAt(place)) return false
  return true
}

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function decoded(raw: string): string | undefined {
  if (/^[ -%'-~]*$/.test(raw)) return raw
  const written = raw.replace(/\r\n?/g, '\n').replace(/[\x80-\xff]/g, beyondAscii)
  if (written.includes('\0')) return undefined
  let isKnown = true
  // An `&` before another character begins no reference.
  const value = written.replace(
    /&(?:#(\d{1,6});|([A-Za-z]+);|[#\dA-Za-z])/g,
    (_, code?: string, name?: string) => {
      const character = code === undefined ? named.get(name ?? '') : plainCharacter(Number(code))
      if (character === undefined) isKnown = false
      return character ?? ''
    },
  )
  return isKnown ? value : undefined
}

const plainCharacter = (code: number) => (code >= 32 && code < 127 ? String.fromCharCode(code) : undefined)
