import { createAnswering } from './answer.ts'
import type { Edge, EdgeOptions } from './public.d.ts'

/**
 * Puts Motif in front of a page: who comes with a pattern in the link gets the page with the record in it, everybody
 * else the origin's answer. A record that is not there in time, or any error of Motif's, leaves the page as it is.
 *
 * @example
 * const edge = createEdge({ origin: 'https://www.example.com', service: 'https://motif.example.com' })
 * export default { fetch: edge }
 */
export function createEdge(options: EdgeOptions): Edge {
  return createAnswering(options, () => {})
}
