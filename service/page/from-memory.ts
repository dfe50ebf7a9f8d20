import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerAhead } from '../plugins/ahead.ts'
import { newRequestId, type Tell } from '../plugins/observe.ts'
import type { Service } from '../service.ts'
import { chooseCoding, type Encoded, matchesEtag } from './representation.ts'

const prefix = '/p/'
const route = '/p/:pattern'

/**
 * Answers `GET /p/{pattern}` ahead of Fastify where the record is in memory, which is nearly always, and a page waits
 * for it. Everything else goes on to Fastify.
 */
export function answerFromMemory(app: FastifyInstance, { pageRecords }: Service, tell: Tell): void {
  answerAhead(app, (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !url.startsWith(prefix) || headers.host === undefined) return false
    const record = pageRecords.peek(url.slice(prefix.length))
    if (!record) return false
    const began = performance.now()
    const requestId = newRequestId()
    const encoded = record[chooseCoding(headers['accept-encoding']?.toString())]
    const status = send(response, encoded, headers['if-none-match'], requestId)
    tell({ requestId, route, method, status, ms: performance.now() - began })
    return true
  })
}

function send(
  response: ServerResponse,
  encoded: Encoded,
  ifNoneMatch: string | undefined,
  requestId: string,
): number {
  const isKnown = matchesEtag(ifNoneMatch, encoded.etag)
  const status = isKnown ? 304 : 200
  response.writeHead(status, {
    ...(isKnown ? encoded.headers304 : encoded.headers),
    'X-Request-Id': requestId,
  })
  response.end(isKnown ? undefined : encoded.body)
  return status
}
