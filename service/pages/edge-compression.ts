import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { chooseCoding } from '../base/http/compress.ts'

/**
 * Fast settings: a page is compressed for one visitor while it streams. From level 4 to 5 brotli saves 6 % of a page.
 */
const compressors = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip({ level: 5 }),
}

/**
 * The compressor for a page, because the platform's `fetch` has removed the origin's compression. Undefined where the
 * page is sent uncompressed. Sets the headers for the compressed page.
 */
export function compressorFor(headers: Headers, acceptEncoding: string | undefined) {
  if (headers.has('content-encoding') || !/^\s*text\/html\b/i.test(headers.get('content-type') ?? ''))
    return undefined
  headers.append('vary', 'accept-encoding')
  const coding = chooseCoding(acceptEncoding)
  if (coding === 'identity') return undefined
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
  headers.delete('content-length')
  headers.set('content-encoding', coding)
  return compressors[coding]()
}

/** Passes pieces on, and flushes the compressor, so that no piece waits for a later one. */
export async function* flushing<Piece>(
  pieces: AsyncIterable<Piece>,
  compressor: { flush(): void },
): AsyncGenerator<Piece> {
  let flush: NodeJS.Immediate | undefined
  for await (const piece of pieces) {
    yield piece
    flush ??= setImmediate(() => {
      flush = undefined
      compressor.flush()
    })
  }
  clearImmediate(flush)
}
