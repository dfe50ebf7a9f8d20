import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import type { Service } from '../service.ts'

/** Tells of a request that has been answered: one log line, one figure. */
export type Observe = (request: FastifyRequest, reply: FastifyReply) => void

/** Made by the service alone: a client's own would let it write into the logs. */
export const newRequestId: () => string = randomUUID

/**
 * Tells of every request by its id and route, never the URL: a URL has ids and patterns in it. Gives back
 * the telling, for answers that Fastify sends past its hooks.
 */
export function observeRequests(app: FastifyInstance, { log, metrics }: Service): Observe {
  const seconds = new Histogram({
    name: 'motif_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  })
  const observe: Observe = (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const { method } = request
    const status = reply.statusCode
    seconds.observe({ route, method, status }, reply.elapsedTime / 1000)
    log.info({ requestId: request.id, route, method, status, ms: Math.round(reply.elapsedTime) }, 'request')
  }
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply)
    done()
  })
  return observe
}
