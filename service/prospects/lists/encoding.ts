import { TextDecoder } from 'node:util'

/** The encoding of a list, by its name in `TextDecoder`. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How a list is written. */
export interface ListWriting {
  encoding: Encoding
  /** `\r` alone is the line end of old Macintoshes, and of Excel there. */
  lineEnd: '\n' | '\r'
  /** Whether a list in UTF-8 has some bytes that are not: files were put together, or texts were cut. */
  isMixed: boolean
}

/** Detects how a list is written while its bytes pass: see `createEncodingWatch`. */
interface EncodingWatch {
  see(chunk: Uint8Array): void
  /** Line ends so far. */
  lines(): number
  /** Call it after the last byte, or after those of a `part`. */
  result(part?: boolean): ListWriting
}

/**
 * Creates the detection: UTF-16 by its byte order mark, or by zeros in every second byte of the beginning; UTF-8 if
 * most letters beyond ASCII are; otherwise Windows-1252, in which two letters in a row hardly ever look like one of UTF-8.
 */
export function createEncodingWatch(): EncodingWatch {
  let begun: Encoding | undefined
  let decoder: TextDecoder | undefined
  /** Letters beyond ASCII in UTF-8; bytes that are no UTF-8; how many bytes the present letter still lacks. */
  const count = { letters: 0, others: 0, missing: 0 }
  const ends = { '\n': 0, '\r': 0 }

  function see(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    begun ??= encodingOf(chunk)
    if (begun === 'utf-8') for (const byte of chunk) seeByte(byte)
    else {
      decoder ??= new TextDecoder(begun)
      countText(decoder.decode(chunk, { stream: true }))
    }
  }

  function seeByte(byte: number): void {
    if (count.missing > 0) {
      if (byte >= 0x80 && byte < 0xc0) {
        if (--count.missing === 0) count.letters++
        return
      }
      count.others++
      count.missing = 0
    }
    if (byte === 0x0a) ends['\n']++
    else if (byte === 0x0d) ends['\r']++
    else if (byte >= 0xc2 && byte < 0xf5) count.missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    else if (byte >= 0x80) count.others++
  }

  function countText(text: string): void {
    for (const character of text) if (character === '\n' || character === '\r') ends[character]++
  }

  return {
    see,
    lines: () => ends['\n'] || ends['\r'],
    result(part = false) {
      const others = count.others + (count.missing > 0 && !part ? 1 : 0)
      const isUtf8 = begun !== 'utf-8' || others === 0 || count.letters > others
      return {
        encoding: isUtf8 ? (begun ?? 'utf-8') : 'windows-1252',
        lineEnd: ends['\n'] === 0 && ends['\r'] > 0 ? '\r' : '\n',
        isMixed: isUtf8 && others > 0,
      }
    },
  }
}

/** Decodes a list piece by piece, without its byte order mark. Call it without a piece at the end. */
export function createListDecoder({ encoding, isMixed }: ListWriting): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding)
  if (!isMixed) return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined })
  let rest = ''
  return (chunk) => {
    const bytes = rest + Buffer.from(chunk ?? []).toString('latin1')
    // The last letter may go on in the next piece.
    const end = chunk ? (/[\xc2-\xf4][\x80-\xbf]{0,2}$/.exec(bytes)?.index ?? bytes.length) : bytes.length
    rest = bytes.slice(end)
    return decoder.decode(asUtf8(bytes.slice(0, end)), { stream: chunk !== undefined })
  }
}

/** The letters beyond ASCII in UTF-8, one byte a character: the Unicode standard, table 3-7. */
const letters =
  /(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xf0[\x90-\xbf][\x80-\xbf]{2}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3})|[\x80-\xff]/g

/** Bytes as UTF-8; those that are not are read as Windows-1252. Each byte is a character of `bytes`. */
function asUtf8(bytes: string): Uint8Array {
  const other = new TextDecoder('windows-1252')
  const text = bytes.replace(letters, (letter) => {
    const buffer = Buffer.from(letter, 'latin1')
    return letter.length > 1 ? letter : Buffer.from(other.decode(buffer)).toString('latin1')
  })
  return Buffer.from(text, 'latin1')
}

/** The encoding that the first bytes show: UTF-16 by its byte order mark, or by zeros in every second byte; else UTF-8. */
export function encodingOf([first, second, third, fourth]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : 'utf-8'
}
