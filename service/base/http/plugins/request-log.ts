import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'
import { traceOf } from '../trace-context.ts'

/** Reports a finished request: one log line, one histogram sample. */
export type ReportRequest = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Creates the reporter for finished requests: one log line, one histogram sample, with the route instead of the URL,
 * which contains ids and patterns.
 */
export function createReporter(log: Logger, metrics: Registry): ReportRequest {
  const seconds = new Histogram({
    name: 'motif_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  })
  return ({ id: requestId, method, routeOptions, headers }, { statusCode: status, elapsedTime: ms }) => {
    const route = routeOptions.url ?? 'unknown'
    seconds.observe({ route, method, status }, ms / 1000)
    log.info({ requestId, ...traceOf(headers), route, method, status, ms: Math.round(ms) }, 'request')
  }
}

/** Reports every request that Fastify answers through its hooks. */
export function observeRequests(app: FastifyInstance, report: ReportRequest): void {
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply)
    done()
  })
}
