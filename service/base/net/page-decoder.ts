import { TextDecoder } from 'node:util'

/**
 * Creates the decoder of a page from its first bytes. The encoding is as browsers find it: a byte order mark, else the
 * header, else a meta tag in the first 1,024 bytes, else UTF-8.
 */
export function pageDecoder(start: Uint8Array, contentType: string): TextDecoder {
  const head = Buffer.from(start.subarray(0, 1024)).toString('latin1')
  const label = /^\xEF\xBB\xBF/.test(head)
    ? 'utf-8'
    : /^\xFF\xFE/.test(head)
      ? 'utf-16le'
      : /^\xFE\xFF/.test(head)
        ? 'utf-16be'
        : (/charset\s*=\s*["']?([\w:-]+)/i.exec(contentType) ??
            /<meta[^<>]+charset\s*=\s*["']?([\w:-]+)/i.exec(head))?.[1]
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}
