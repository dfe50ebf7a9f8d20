import { createAnswering } from './answer.ts'
import type { Edge, EdgeOptions } from './public.d.ts'

/**
 * Puts Motif in front of a page. A request with a pattern in the link gets the page with the record in it, any other one
 * the origin's answer. If the record does not come in time, or Motif fails, the page stays as it is.
 *
 * @example
 * const edge = createEdge({ origin: 'https://origin.example.com', service: 'https://motif.example.com' })
 * export default { fetch: edge }
 */
export function createEdge(options: EdgeOptions): Edge {
  return createAnswering(options, () => {})
}
