import { TextDecoder } from 'node:util'

/** Browsers look for the encoding of a page in so many bytes. */
export const encodingBytes = 1024

/**
 * Creates the decoder of a page from its first bytes. The encoding is as browsers find it: a byte order mark, else the
 * header, else a meta tag in the first `encodingBytes`, else UTF-8. A meta tag that says UTF-16 means UTF-8: it could not
 * be read otherwise. https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function pageDecoder(start: Uint8Array, contentType: string): TextDecoder {
  const head = Buffer.from(start.subarray(0, encodingBytes)).toString('latin1')
  const label = /^\xEF\xBB\xBF/.test(head)
    ? 'utf-8'
    : /^\xFF\xFE/.test(head)
      ? 'utf-16le'
      : /^\xFE\xFF/.test(head)
        ? 'utf-16be'
        : (/charset\s*=\s*["']?([\w:-]+)/i.exec(contentType)?.[1] ?? labelInMeta(head))
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

function labelInMeta(head: string): string | undefined {
  const label = /<meta[^<>]+charset\s*=\s*["']?([\w:-]+)/i.exec(head)?.[1]
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}
