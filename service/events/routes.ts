import type { FastifyInstance } from 'fastify'
import { maxBatchBytes } from '../../wire/limits.ts'
import { preflightHeaders } from '../base/http/page-headers.ts'
import { refuseCodedBodies } from '../base/http/plugins/json-body.ts'
import { createLimit, type Strangers } from '../base/http/plugins/limits.ts'
import type { Events } from './events.ts'

/** For one pattern and address: a company behind one address, all on one prospect's page. */
const batchesPerMinute = 6000

/** Registers `POST /e`, the collector. It answers 204 when the accepted events are committed. */
export async function eventRoutes(
  app: FastifyInstance,
  { events, strangers, rateLimit }: { events: Events; strangers: Strangers; rateLimit: number },
): Promise<void> {
  const batches = createLimit(app, rateLimit && batchesPerMinute)

  await app.register(async (scope) => {
    refuseCodedBodies(scope)
    scope.removeContentTypeParser(['text/plain', 'application/json'])
    scope.addContentTypeParser(
      ['text/plain', 'application/json'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onRequest', (request, reply, done) => {
      reply.headers(events.headersFor(request.headers.origin))
      done()
    })

    scope.options('/e', async ({ headers }, reply) =>
      reply.code(204).headers(preflightHeaders('POST', headers)).send(),
    )

    scope.post('/e', { bodyLimit: maxBatchBytes }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      await events.receive(request, body, { batches, misses: strangers.misses })
      return reply.code(204).send()
    })
  })
}
