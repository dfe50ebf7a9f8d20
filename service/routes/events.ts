import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maxBatchBytes, patternShape } from '../../wire/limits.ts'
import { createCollector } from '../collector/collector.ts'
import { keepEventDays } from '../collector/event-days.ts'
import { createLimiter } from '../collector/limit.ts'
import { readBatch } from '../collector/read-batch.ts'
import { visitorOf } from '../collector/visitor.ts'
import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'

/** Batches a minute for one pattern and address: a company behind one address, all on one prospect's page. */
const batchesPerMinute = 6000
/** What a request under way holds in memory beside its body, roughly. */
const requestBytes = 4096
const preflightSeconds = 86_400

/** `POST /e`: the collector. Answers 204 when what was accepted is committed. */
export async function eventRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const { allowedOrigins, rateLimit } = service.config
  const collector = createCollector(service)
  await keepEventDays(service)
  const limiter = createLimiter(rateLimit === 0 ? 0 : batchesPerMinute)

  await app.register(async (scope) => {
    scope.removeContentTypeParser(['text/plain', 'application/json'])
    scope.addContentTypeParser(
      ['text/plain', 'application/json'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onRequest', (request, reply, done) => {
      allowOrigin(allowedOrigins, request, reply)
      done()
    })

    scope.options('/e', (_request, reply) => {
      reply.header('Access-Control-Allow-Methods', 'POST')
      reply.header('Access-Control-Allow-Headers', 'Content-Type')
      reply.header('Access-Control-Max-Age', preflightSeconds)
      reply.code(204).send()
    })

    scope.post('/e', { bodyLimit: maxBatchBytes }, async (request, reply) => {
      const arrivedAt = Date.now()
      const text = typeof request.body === 'string' ? request.body : ''
      const batch = readBatch(text)
      if (!patternShape.test(batch.pattern)) throw unknownPattern()
      const { address, robot } = visitorOf(request.raw)
      if (address !== undefined) refuseFlood(limiter.take(`${batch.pattern} ${address}`))
      const found = await collector.collect({ batch, arrivedAt, robot }, text.length + requestBytes)
      if (!found) throw unknownPattern()
      return reply.code(204).send()
    })
  })
}

/** CORS on every answer, errors too, and never credentials. Only pages have an origin: what has none is no page. */
function allowOrigin(allowed: '*' | string[], request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  if (allowed !== '*') reply.header('Vary', 'Origin')
  if (allowed !== '*' && origin === undefined) return
  if (allowed !== '*' && !allowed.includes(origin as string)) throw new ApiError(40300)
  reply.header('Access-Control-Allow-Origin', allowed === '*' ? '*' : origin)
  reply.header('Access-Control-Expose-Headers', 'Retry-After')
}

function unknownPattern(): ApiError {
  return new ApiError(40400, 'pattern names no completed content record.')
}

function refuseFlood(waitSeconds: number): void {
  if (waitSeconds > 0) throw new ApiError(42900, undefined, { 'Retry-After': String(waitSeconds) })
}
