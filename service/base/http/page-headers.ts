import type { IncomingHttpHeaders } from 'node:http'

/** Any page may read and time these responses, whatever isolation it uses. */
export const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}

/** The headers of a record. */
export const recordHeaders = {
  ...openToAll,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
}

/** The headers of a built file. */
export const fileHeaders = {
  ...openToAll,
  'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
}

/** The headers of a request that has to wait. */
export const refusedHeaders = { ...openToAll, 'Cache-Control': 'no-store' }

/** The headers of a 404. A record may be created at any moment, so a 404 is cached for a few seconds only. */
export const missingHeaders = { ...openToAll, 'Cache-Control': 'public, max-age=5' }

/** A day: no browser remembers an answer to `OPTIONS` for longer. */
const preflightSeconds = 86_400

/**
 * The headers of an answer to `OPTIONS`: any header is allowed that is asked for, because pages add their own to every
 * request (`traceparent`, `baggage`).
 */
export function preflightHeaders(method: string, asked: IncomingHttpHeaders): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': method,
    'Access-Control-Allow-Headers': String(asked['access-control-request-headers'] ?? '*'),
    'Access-Control-Max-Age': String(preflightSeconds),
    Vary: 'Origin, Access-Control-Request-Headers',
  }
}
