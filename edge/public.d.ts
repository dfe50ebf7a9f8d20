/** The options of an edge. */
export interface EdgeOptions {
  /** Where the pages come from, such as `https://www.example.com`. */
  origin: string
  /** Address of the Motif service: its `PUBLIC_URL`. */
  service: string
  /** Name of the link's parameter. Default: `pattern`. */
  param?: string | undefined
  /** How long to wait for a record, in milliseconds. Default: 300. */
  timeoutMs?: number | undefined
  /** Makes the requests to origin and service. Default: the platform's `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

/** What is known of a visitor. */
export interface Visitor {
  /** The visitor's address, by which the service limits guessing. Default: the request's `X-Forwarded-For`, which the platform sets. */
  address?: string | undefined
}

/** Answers a request in place of the origin. Rejects as `fetch` does if the origin does not answer. */
export type Edge = (request: Request, visitor?: Visitor) => Promise<Response>

/**
 * Puts Motif in front of a page. A request with a pattern in the link gets the page with the record in it, any other one
 * the origin's answer. If the record does not come in time, or Motif fails, the page stays as it is.
 *
 * @example
 * const edge = createEdge({ origin: 'https://origin.example.com', service: 'https://motif.example.com' })
 * export default { fetch: (request) => edge(request) }
 */
export declare function createEdge(options: EdgeOptions): Edge
