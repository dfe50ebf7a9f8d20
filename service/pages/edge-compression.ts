import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { chooseCoding } from './compress.ts'

/** Quick ones: a page is compressed for one visitor, and waits for nothing. From 4 to 5 brotli saves 6 % of a page. */
const compressors = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip({ level: 5 }),
}

/**
 * What a page is compressed with on its way to a visitor, as the platform's `fetch` has taken the origin's compression off.
 * `undefined`: it goes as it is. The headers become those of the compressed page.
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

/** Passes pieces on, and sees to it that what has come is not kept back for what comes later. */
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
