import { createAnswering } from './answer.ts'
import type { Edge, EdgeOptions } from './public.d.ts'

/** See public.d.ts. */
export function createEdge(options: EdgeOptions): Edge {
  return createAnswering(options, () => {})
}
