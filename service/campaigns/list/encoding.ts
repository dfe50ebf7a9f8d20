import { TextDecoder } from 'node:util'

/** How a list is written, as `TextDecoder` calls it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Finds out how a list is written while it passes: see `createEncodingWatch`. */
export interface EncodingWatch {
  see(chunk: Uint8Array): void
  /** Ends of lines so far. */
  lines(): number
  /** Once all has passed, or of a `part` what was to be seen. `\r` alone is what a Macintosh ended its lines with, and Excel there still does. */
  result(part?: boolean): { encoding: Encoding; lineEnd: '\n' | '\r' }
}

/**
 * UTF-16 by its byte order mark, or by every second byte of its beginning being 0; UTF-8 where every byte of it is,
 * to the last; else Windows-1252.
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

function encodingOf([first, second, third, fourth]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : 'utf-8'
}
