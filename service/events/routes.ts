import type { FastifyInstance } from 'fastify'
import { maxBatchBytes } from '../../wire/limits.ts'
import { preflightHeaders } from '../base/http/page-headers.ts'
import { refuseCodedBodies } from '../base/http/plugins/json-body.ts'
import type { Events } from './events.ts'

/** Registers `POST /e`, the collector. It answers 204 when the accepted events are committed. */
export async function eventRoutes(app: FastifyInstance, events: Events): Promise<void> {
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
      await events.receive(request.raw, typeof request.body === 'string' ? request.body : '')
      return reply.code(204).send()
    })
  })
}
