import { bytesOf } from '../html/ascii.ts'

/** Characters that decide whether a text has words, and whether two texts have the same. */
const named = new Map(Object.entries({ amp: '&', quot: '"', nbsp: '\xa0', ensp: '\u2002', emsp: '\u2003' }))

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A text or a value as scripts read it, as far as blanks and words matter: other named references stay. `undefined` if only the encoding
 * would tell whether it has words.
 */
export function readText(raw: string): string | undefined {
  if (!raw.includes('&')) return decoded(raw)
  return decoded(raw)?.replace(
    /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,6})|([a-z]+));/g,
    (whole, hexadecimal, decimal, name) => {
      const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)
      return named.get(name) ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole)
    },
  )
}

function decoded(raw: string): string | undefined {
  if (!/[\x80-\xff]/.test(raw)) return raw
  try {
    return utf8.decode(bytesOf(raw))
  } catch {
    // A letter or a digit of ASCII is no blank in any encoding.
    return /[\dA-Za-z]/.test(raw.replace(/&[^;&]*;?/g, '')) ? raw : undefined
  }
}
