import { fetchRecord } from './fetch-record.ts'
import {
  askForKnownCodings,
  passedHeaders,
  privateHeaders,
  requestHeaders,
  withHeadersOfBody,
} from './headers.ts'
import { findInvitation, type Invitation, invitedLocation } from './pattern.ts'
import { isPage, personalise } from './personalise.ts'
import type { EdgeOptions, Visitor } from './public.d.ts'

/**
 * The outcome of a request. `personalised`: the record is in the page, which was rewritten to its end. `partly`: the page was left
 * to the browser from some point on. `no-page`: the origin's answer is not an HTML page. `no-record`: there is no record, or Motif
 * failed. `late`: the record did not come in time. `uninvited`: there was nothing to do.
 */
export type Outcome = 'personalised' | 'partly' | 'no-page' | 'no-record' | 'late' | 'uninvited'

interface AnsweringOptions extends EdgeOptions {
  /** Requests pages. Unlike the platform's `fetch`, it removes the header of a content coding that it has decoded. */
  fetchPage?: typeof globalThis.fetch
}

/** What a server knows of a request, beside what `Request` says. */
interface RequestFacts extends Visitor {
  /** Path and query byte for byte: `Request` normalises them. */
  target?: string
}

/** Creates an edge that reports the outcome of each request. */
export function createAnswering(options: AnsweringOptions, tell: (outcome: Outcome) => void) {
  const { param = 'pattern', timeoutMs = 300, fetch = globalThis.fetch } = options
  const fetchPage: typeof fetch =
    options.fetchPage ?? (async (input, init) => withHeadersOfBody(await fetch(input, init)))
  const [origin, service] = [toBase(options.origin, 'origin'), toBase(options.service, 'service')]

  const ask = (request: Request, target: string, isWhole: boolean) => {
    const { method, body, signal } = request
    const headers = requestHeaders(request.headers, isWhole)
    askForKnownCodings(headers)
    if (isWebSocket(request)) headers.set('upgrade', 'websocket')
    const streaming = body ? { body, duplex: 'half' as const } : {}
    return fetchPage(origin + target, { method, headers, redirect: 'manual', signal, ...streaming })
  }

  const asItIs = (page: Response, outcome: Outcome, headers = passedHeaders(page.headers)) => {
    tell(outcome)
    return passedOn(page, headers)
  }

  const personal = async (request: Request, path: string, invitation: Invitation, facts: RequestFacts) => {
    const { pattern, search } = invitation
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    const signal = AbortSignal.any([late.signal, request.signal])
    const visitor = facts.address ?? request.headers.get('x-forwarded-for')
    const asked = fetchRecord(service, pattern, { fetch, signal, visitor })
    const recordAnswer = asked.finally(() => clearTimeout(timer))
    try {
      const page = await ask(request, path + search, true)
      if (!isPage(page)) return asItIs(page, 'no-page', unpagedHeaders(page, request.url, pattern))
      const record = await recordAnswer
      if (!record) return asItIs(page, late.signal.aborted ? 'late' : 'no-record')
      return personalise(page, record, request, (isWhole) => tell(isWhole ? 'personalised' : 'partly'))
    } finally {
      late.abort()
    }
  }

  /** Headers of an answer that is no page: a redirect within the site gets the pattern back. */
  const unpagedHeaders = ({ status, headers }: Response, pageUrl: string, pattern: string) => {
    const site = [new URL(pageUrl).host, new URL(origin).host]
    const location = redirects.has(status) ? headers.get('location') : null
    const invited = location === null || invitedLocation(location, { pattern, param, pageUrl, site })
    if (typeof invited !== 'string') return passedHeaders(headers)
    const left = privateHeaders(headers)
    left.set('location', invited)
    return left
  }

  return async (request: Request, facts: RequestFacts = {}): Promise<Response> => {
    const { pathname, search: searched } = new URL(request.url)
    const [, path = '', search = ''] = /^([^?]*)(.*)$/s.exec(facts.target ?? pathname + searched) ?? []
    const invitation = request.method === 'GET' ? findInvitation(search, param) : undefined
    return invitation && !isWebSocket(request)
      ? personal(request, path, invitation, facts)
      : asItIs(await ask(request, path + search, false), 'uninvited')
  }
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Whether a request begins a WebSocket, on a platform whose `fetch` can pass one on: Cloudflare's. */
function isWebSocket({ headers }: Request): boolean {
  return 'WebSocketPair' in globalThis && headers.get('upgrade')?.toLowerCase() === 'websocket'
}

/** `Response` cannot be made with a status below 200, as of a WebSocket, or above 599: such an answer stays as it is. */
function passedOn(answer: Response, headers: Headers): Response {
  const { status, statusText, body } = answer
  return status < 200 || status > 599 ? answer : new Response(body, { status, statusText, headers })
}

/** A URL without a slash at its end. Throws if it is not one. */
function toBase(url: string, name: string): string {
  const { protocol, origin, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${name} must be an http or https URL`)
  return origin + pathname.replace(/\/$/, '')
}
