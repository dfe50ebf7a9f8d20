/** What an edge needs to know. */
export interface EdgeOptions {
  /** Where the pages come from, such as `https://www.example.com`. */
  origin: string
  /** Where Motif is: `PUBLIC_URL`. */
  service: string
  /** Name of the link's parameter. Default: `pattern`. */
  param?: string | undefined
  /** How long a record is waited for, in milliseconds. Default: 300. */
  timeoutMs?: number | undefined
  /** What asks origin and service. Default: the platform's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

/** Answers a request for the origin. Rejects as `fetch` does where the origin does not answer. */
export type Edge = (request: Request) => Promise<Response>

/**
 * Puts Motif in front of a page: who comes with a pattern in the link gets the page with the record in it, everybody
 * else the origin's answer. A record that is not there in time, or any error of Motif's, leaves the page as it is.
 *
 * @example
 * const edge = createEdge({ origin: 'https://www.example.com', service: 'https://motif.example.com' })
 * export default { fetch: edge }
 */
export declare function createEdge(options: EdgeOptions): Edge
