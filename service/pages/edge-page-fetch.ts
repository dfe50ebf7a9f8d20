import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { askOrigin } from './edge-origin.ts'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress }

/**
 * Creates a `fetch` for pages. It decompresses HTML only, and removes the compression from its headers. All other
 * bodies keep their bytes.
 */
export function createPageFetch(silenceMs: number): typeof fetch {
  return async (input, { headers, signal } = {}) => {
    const url = new URL(String(input))
    const answer = await askOrigin(url, {
      method: 'GET',
      path: url.pathname + url.search,
      headers: new Headers(headers),
      signal: signal ?? undefined,
      silenceMs,
    })
    try {
      return toResponse(answer)
    } catch (error) {
      // For example a status that `Response` does not allow.
      answer.destroy()
      throw error
    }
  }
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = answer
  const headers = headersOf(answer)
  const body = /^(?:204|205|304)$/.test(String(status)) ? null : bodyOf(answer, headers)
  if (!body) answer.resume()
  return new Response(body && (Readable.toWeb(body) as ReadableStream), { status, statusText, headers })
}

function bodyOf(answer: IncomingMessage, headers: Headers): Readable {
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const isHtml = /^\s*text\/html\b/i.test(headers.get('content-type') ?? '')
  if (!isHtml || !Object.hasOwn(decoders, coding)) return answer
  headers.delete('content-encoding')
  headers.delete('content-length')
  return pipeline(answer, decoders[coding as keyof typeof decoders](), () => {})
}

/** The headers, each as often as it was sent. */
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return headers
}
