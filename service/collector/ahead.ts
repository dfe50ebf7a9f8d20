import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { maxBatchBytes } from '../../wire/limits.ts'
import type { ApiError } from '../errors.ts'
import { answerAhead } from '../plugins/ahead.ts'
import { toApiError } from '../plugins/errors.ts'
import { newRequestId, type Tell } from '../plugins/observe.ts'
import type { Service } from '../service.ts'
import type { Receiver } from './receive.ts'

const route = '/e'
const mediaType = /^(text\/plain|application\/json)(; ?charset=utf-8)?$/i

/**
 * Answers `POST /e` ahead of Fastify where it is asked as browsers ask. What is in any way unusual goes on to Fastify,
 * which answers it just so.
 */
export function receiveAhead(
  app: FastifyInstance,
  { log }: Pick<Service, 'log'>,
  receiver: Receiver,
  tell: Tell,
): void {
  answerAhead(app, (request, response) => {
    if (!isUsual(request)) return false
    const began = performance.now()
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => void answer(request, response, body, began))
    return true
  })

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: string,
    began: number,
  ): Promise<void> {
    const requestId = newRequestId()
    let headers: Record<string, string> = {}
    let failure: ApiError | undefined
    try {
      headers = receiver.headersFor(request.headers.origin)
      await receiver.receive(request, body)
    } catch (error) {
      failure = toApiError(error as Error)
      if (failure.statusCode >= 500) log.error({ err: error, requestId }, 'request failed')
    }
    const closing = app.server.listening ? {} : { Connection: 'close' }
    send(response, { ...headers, ...closing, 'X-Request-Id': requestId }, failure)
    const status = failure?.statusCode ?? 204
    tell({ requestId, route, method: 'POST', status, ms: performance.now() - began })
  }
}

function isUsual({ method, url, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' &&
    url === route &&
    headers.host !== undefined &&
    headers.expect === undefined &&
    Number(headers['content-length']) <= maxBatchBytes &&
    mediaType.test(headers['content-type'] ?? '')
  )
}

function send(
  response: ServerResponse,
  headers: Record<string, string>,
  failure: ApiError | undefined,
): void {
  if (!failure) {
    response.writeHead(204, headers).end()
    return
  }
  const body = JSON.stringify(failure.body)
  response.writeHead(failure.statusCode, {
    ...headers,
    ...failure.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
