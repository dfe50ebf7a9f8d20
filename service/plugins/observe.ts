import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import type { Service } from '../service.ts'

/** What is told of a request that has been answered: the route, never the URL, which has ids and patterns in it. */
export interface Told {
  requestId: string
  route: string
  method: string
  status: number
  ms: number
}

/** Tells of a request that has been answered: one log line, one figure. */
export type Tell = (told: Told) => void

/** Tells of a request that Fastify has answered. */
export type Observe = (request: FastifyRequest, reply: FastifyReply) => void

/** Made by the service alone: a client's own would let it write into the logs. */
export const newRequestId: () => string = randomUUID

/** Makes the one place where requests are told of. */
export function createTell({ log, metrics }: Service): Tell {
  const seconds = new Histogram({
    name: 'motif_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  })
  return ({ requestId, route, method, status, ms }) => {
    seconds.observe({ route, method, status }, ms / 1000)
    log.info({ requestId, route, method, status, ms: Math.round(ms) }, 'request')
  }
}

/** Tells of every request that Fastify answers. Gives back the telling, for answers that it sends past its hooks. */
export function observeRequests(app: FastifyInstance, tell: Tell): Observe {
  const observe: Observe = (request, reply) =>
    tell({
      requestId: request.id,
      route: request.routeOptions.url ?? 'unknown',
      method: request.method,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
  app.addHook('onResponse', (request, reply, done) => {
    observe(request, reply)
    done()
  })
  return observe
}
