import { TextDecoder } from 'node:util'

/** The encoding of a list, by its name in `TextDecoder`. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How a list is written. */
export interface ListWriting {
  encoding: Encoding
  /** `\r` alone is the line end of old Macintoshes, and of Excel there. */
  lineEnd: '\n' | '\r'
}

/** Watches bytes pass: UTF-16 by its byte order mark; UTF-8 if most letters beyond ASCII are; else Windows-1252. */
export function createEncodingWatch() {
  let begun: Encoding | undefined
  let decoder = new TextDecoder()
  const count = { letters: 0, unreadable: 0, '\n': 0, '\r': 0 }

  function see(chunk: Uint8Array): void {
    begun ??= encodingOf(chunk)
    if (begun !== decoder.encoding) decoder = new TextDecoder(begun)
    const text = decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x0a) count['\n']++
      else if (code === 0x0d) count['\r']++
      else if (code === 0xfffd) count.unreadable++
      else if (code > 0x7f) count.letters++
    }
  }

  return {
    see,
    lines: () => count['\n'] || count['\r'],
    result(): ListWriting {
      const isOther = begun === 'utf-8' && count.unreadable > count.letters
      return {
        encoding: isOther ? 'windows-1252' : (begun ?? 'utf-8'),
        lineEnd: count['\n'] === 0 && count['\r'] > 0 ? '\r' : '\n',
      }
    },
  }
}

/** The encoding that the first bytes say. */
function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
