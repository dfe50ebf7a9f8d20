import { TextDecoder } from 'node:util'

/** The encoding of a list, by its name in `TextDecoder`. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Detects the encoding of a list while its bytes pass: see `createEncodingWatch`. */
interface EncodingWatch {
  see(chunk: Uint8Array): void
  /** Line ends so far. */
  lines(): number
  /**
   * Call it after the last byte, or after those of a `part`. `\r` alone is the line end of old Macintoshes, and of
   * Excel there.
   */
  result(part?: boolean): { encoding: Encoding; lineEnd: '\n' | '\r' }
}

/**
 * Creates the detection: UTF-16 by its byte order mark, or by zeros in every second byte of the beginning; UTF-8 where
 * all bytes are valid; otherwise Windows-1252.
 */
export function createEncodingWatch(): EncodingWatch {
  let begun: Encoding | undefined
  let decoder: TextDecoder | undefined
  let isUtf8 = true
  const ends = { '\n': 0, '\r': 0 }

  function see(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    begun ??= encodingOf(chunk)
    if (begun === 'utf-8') {
      countBytes(chunk)
      checkUtf8(chunk)
    } else {
      decoder ??= new TextDecoder(begun)
      countText(decoder.decode(chunk, { stream: true }))
    }
  }

  function checkUtf8(chunk?: Uint8Array): void {
    if (!isUtf8) return
    decoder ??= new TextDecoder('utf-8', { fatal: true })
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      isUtf8 = false
    }
  }

  function countBytes(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === 0x0a) ends['\n']++
      else if (byte === 0x0d) ends['\r']++
    }
  }

  function countText(text: string): void {
    for (const character of text) if (character === '\n' || character === '\r') ends[character]++
  }

  return {
    see,
    lines: () => ends['\n'] || ends['\r'],
    result(part = false) {
      if (begun === 'utf-8' && !part) checkUtf8()
      const encoding = isUtf8 ? (begun ?? 'utf-8') : 'windows-1252'
      return { encoding, lineEnd: ends['\n'] === 0 && ends['\r'] > 0 ? '\r' : '\n' }
    },
  }
}

/** The encoding that the first bytes show: UTF-16 by its byte order mark, or by zeros in every second byte; else UTF-8. */
export function encodingOf([first, second, third, fourth]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : 'utf-8'
}
