import type { IncomingHttpHeaders } from 'node:http'

/** W3C Trace Context, level 1, section 3.2: version, trace, parent, flags. Later versions may add fields behind them. */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/
const isZero = (digits: string) => /^0+$/.test(digits)

/**
 * What a line of the log has of the trace that a request belongs to, under the names of OpenTelemetry's log fields. A
 * `traceparent` that is not valid is ignored, as the standard says.
 *
 * @example
 * traceOf({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })
 * // { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', parent_id: '00f067aa0ba902b7' }
 */
export function traceOf({ traceparent }: IncomingHttpHeaders): { trace_id?: string; parent_id?: string } {
  const [, version, trace = '0', parent = '0', more] = pattern.exec(String(traceparent ?? '')) ?? []
  if (isZero(trace) || isZero(parent) || version === 'ff' || (version === '00' && more !== '')) return {}
  return { trace_id: trace, parent_id: parent }
}
