import type { FastifyInstance } from 'fastify'
import { maxBatchBytes } from '../../wire/limits.ts'
import { refuseCodedBodies } from '../base/http/plugins/json-body.ts'
import type { Events } from './events.ts'

const preflightSeconds = 86_400

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

    scope.options('/e', (_request, reply) => {
      reply.header('Access-Control-Allow-Methods', 'POST')
      reply.header('Access-Control-Allow-Headers', 'Content-Type')
      reply.header('Access-Control-Max-Age', preflightSeconds)
      reply.code(204).send()
    })

    scope.post('/e', { bodyLimit: maxBatchBytes }, async (request, reply) => {
      await events.receive(request.raw, typeof request.body === 'string' ? request.body : '')
      return reply.code(204).send()
    })
  })
}
