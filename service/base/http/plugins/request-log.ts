import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'

export type ReportRequest = (request: FastifyRequest, reply: FastifyReply) => void

/** Creates the reporter for finished requests, with the route instead of the URL, which contains ids and patterns. */
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

/** W3C Trace Context, level 1, section 3.2: version, trace, parent, flags. Later versions may add fields behind them. */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/
const isZero = (digits: string) => /^0+$/.test(digits)

/** The trace of a request, by the names of OpenTelemetry's log fields. A `traceparent` that is not valid is ignored. */
export function traceOf({ traceparent }: IncomingHttpHeaders): { trace_id?: string; parent_id?: string } {
  const [, version, trace = '0', parent = '0', more] = pattern.exec(String(traceparent ?? '')) ?? []
  if (isZero(trace) || isZero(parent) || version === 'ff' || (version === '00' && more !== '')) return {}
  return { trace_id: trace, parent_id: parent }
}
