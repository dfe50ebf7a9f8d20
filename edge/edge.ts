import { fetchRecord } from './fetch-record.ts'
import { passedHeaders, requestHeaders } from './headers.ts'
import { findInvitation, type Invitation } from './pattern.ts'
import { isPage, personalise } from './personalise.ts'
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
  const { param = 'pattern', timeoutMs = 300, fetch = globalThis.fetch } = options
  const [origin, service] = [toBase(options.origin, 'origin'), toBase(options.service, 'service')]

  const ask = (request: Request, search: string, isWhole: boolean) => {
    const { method, headers, body, signal } = request
    const { pathname } = new URL(request.url)
    const streaming = body ? { body, duplex: 'half' as const } : {}
    return fetch(`${origin}${pathname}${search}`, {
      method,
      headers: requestHeaders(headers, isWhole),
      redirect: 'manual',
      signal,
      ...streaming,
    })
  }

  const personal = async (request: Request, { pattern, search }: Invitation) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    const signal = AbortSignal.any([late.signal, request.signal])
    const recordAnswer = fetchRecord(service, pattern, { fetch, signal }).finally(() => clearTimeout(timer))
    try {
      const page = await ask(request, search, true)
      const record = isPage(page) ? await recordAnswer : undefined
      return record ? personalise(page, record, request.url) : asItIs(page)
    } finally {
      late.abort()
    }
  }

  return async (request) => {
    const { search } = new URL(request.url)
    const invitation = request.method === 'GET' ? findInvitation(search, param) : undefined
    return invitation ? personal(request, invitation) : asItIs(await ask(request, search, false))
  }
}

function asItIs(answer: Response): Response {
  const { status, statusText, headers, body } = answer
  return new Response(body, { status, statusText, headers: passedHeaders(headers) })
}

/** An address without a slash at its end. */
function toBase(url: string, name: string): string {
  const { protocol, origin, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${name} must be an http or https URL`)
  return origin + pathname.replace(/\/$/, '')
}
