import { bytesOf } from '../html/ascii.ts'

/** Characters that decide whether a text has words, and whether two texts have the same. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\xa0',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A text or a value as scripts read it, as far as blanks and words matter: other named references stay. `undefined` if only the encoding
 * would tell whether it has words.
 */
export function readText(raw: string): string | undefined {
  const text = decoded(raw)
  return text?.replace(
    /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([A-Za-z]+));/g,
    (whole, hexadecimal, decimal, name) => {
      if (name) return named[name] ?? whole
      const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)
      return code > 0x10ffff ? whole : String.fromCodePoint(code)
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
