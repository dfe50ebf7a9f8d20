import { textOf } from './ascii.ts'
import type { TagAttribute } from './tag.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The value of an attribute. `undefined` where that cannot be said for sure: a character reference that is not one of
 * the plain ones, a byte beyond ASCII (whose encoding is not known here), or NUL.
 */
export function valueOfAttribute(
  bytes: Uint8Array,
  { valueStart, valueEnd }: TagAttribute,
): string | undefined {
  const raw = textOf(bytes, valueStart, valueEnd).replace(/\r\n?/g, '\n')
  for (const one of raw) if (one === '\0' || one > '~') return undefined
  if (!raw.includes('&')) return raw
  let isKnown = true
  const value = raw.replace(/&(?:#(\d{1,6});|([A-Za-z]+);)?/g, (_, code?: string, name?: string) => {
    const character = code === undefined ? named[name ?? ''] : plainCharacter(Number(code))
    if (character === undefined) isKnown = false
    return character ?? ''
  })
  return isKnown ? value : undefined
}

const plainCharacter = (code: number) => (code >= 32 && code < 127 ? String.fromCharCode(code) : undefined)
