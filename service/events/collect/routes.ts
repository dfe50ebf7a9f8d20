import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { Batch } from '../../../wire/event.ts'
import { isPattern, maxBatchBytes } from '../../../wire/limits.ts'
import { refuseCodedBodies } from '../../base/http/plugins/json-body.ts'
import { createLimit, networkOf, type Strangers } from '../../base/http/plugins/limits.ts'
import { preflightHeaders } from '../../base/http/representation.ts'
import { isLoopback } from '../../base/net/address-guard.ts'
import { DomainError } from '../../base/words/errors.ts'
import type { Config } from '../../config.ts'
import type { Collector } from './collector.ts'
import { BatchBody, checkBatch } from './read-batch.ts'

/** For one pattern and address: a company behind one address, all on one prospect's page. */
const batchesPerMinute = 6000

/** Roughly the memory of a request under way, beside its body. */
const requestBytes = 4096

interface EventRoutesOptions {
  events: Collector
  strangers: Strangers
  config: Pick<Config, 'rateLimit' | 'allowedOrigins'>
}

/** Registers `POST /e`, the collector. It answers 204 when the accepted events are committed. */
export async function eventRoutes(
  app: FastifyInstance,
  { events, strangers: { misses }, config }: EventRoutesOptions,
): Promise<void> {
  const batches = createLimit(app, config.rateLimit && batchesPerMinute)

  await app.register(async (scope) => {
    refuseCodedBodies(scope)
    scope.removeContentTypeParser(['text/plain', 'application/json'])
    scope.addContentTypeParser(
      ['text/plain', 'application/json'],
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => parse(body),
    )
    scope.addHook('onRequest', (request, reply, done) => {
      reply.headers(corsHeaders(config.allowedOrigins, request.headers.origin))
      done()
    })

    scope.options('/e', async ({ headers }, reply) =>
      reply.code(204).headers(preflightHeaders('POST', headers)).send(),
    )

    const options = { bodyLimit: maxBatchBytes, schema: { body: BatchBody } }
    scope.post<{ Body: Batch }>('/e', options, async (request, reply) => {
      const arrivedAt = Date.now()
      const batch = request.body
      checkBatch(batch)
      if (!isPattern(batch.pattern)) throw unknownPattern()
      const { ip, headers } = request
      const robot = batch.webdriver === true || isRobot(headers['user-agent'], ip)
      // A made-up pattern has no bucket: enough of them would displace the others.
      if (!events.knows(batch.pattern)) await misses.assertLeft(request)
      else if (!isLoopback(ip)) await batches.count(request, `${batch.pattern} ${networkOf(request)}`)
      const bytes = Number(headers['content-length'] ?? maxBatchBytes) + requestBytes
      const found = await events.collect({ batch, arrivedAt, robot }, bytes)
      if (found) return reply.code(204).send()
      await misses.count(request)
      throw unknownPattern()
    })
  })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new DomainError('not-json', 'The body is not JSON.')
  }
}

/** CORS on every answer, errors too, and never credentials. A request without an origin does not come from a page. */
function corsHeaders(allowed: '*' | string[], origin: string | undefined): Record<string, string> {
  if (allowed === '*') return openHeaders
  if (origin === undefined) return { Vary: 'Origin' }
  if (!allowed.includes(origin)) throw new DomainError('origin-refused')
  return { ...openHeaders, Vary: 'Origin', 'Access-Control-Allow-Origin': origin }
}

const openHeaders = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' }

function unknownPattern(): DomainError {
  return new DomainError('not-found', 'pattern names no completed content record.')
}

/**
 * Whether a robot sent a request. One from the machine itself comes by a proxy that names no client, or from somebody who
 * tries things out with tools and headless browsers, which anywhere else count as robots.
 */
export function isRobot(userAgent = '', ip: string): boolean {
  return isbot(userAgent) && (!isLoopback(ip) || /bot|crawl|spider|https?:/i.test(userAgent))
}
