import { askForKnownCodings, withHeadersOfBody } from './coding.ts'
import { fetchRecord } from './fetch-record.ts'
import { passedHeaders, requestHeaders } from './headers.ts'
import type { Outcome } from './outcome.ts'
import { findInvitation, type Invitation } from './pattern.ts'
import { isPage, personalise } from './personalise.ts'
import type { Edge, EdgeOptions } from './public.d.ts'

export interface AnsweringOptions extends EdgeOptions {
  /** Requests pages. Unlike the platform's `fetch`, it removes the header of a content coding that it has decoded. */
  fetchPage?: typeof globalThis.fetch
}

/** Creates an edge that reports the outcome of each request. */
export function createAnswering(options: AnsweringOptions, tell: (outcome: Outcome) => void): Edge {
  const { param = 'pattern', timeoutMs = 300, fetch = globalThis.fetch } = options
  const fetchPage: typeof fetch =
    options.fetchPage ?? (async (input, init) => withHeadersOfBody(await fetch(input, init)))
  const [origin, service] = [toBase(options.origin, 'origin'), toBase(options.service, 'service')]

  const ask = (request: Request, search: string, isWhole: boolean) => {
    const { method, body, signal } = request
    const { pathname } = new URL(request.url)
    const headers = requestHeaders(request.headers, isWhole)
    askForKnownCodings(headers)
    const streaming = body ? { body, duplex: 'half' as const } : {}
    return fetchPage(`${origin}${pathname}${search}`, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...streaming,
    })
  }

  const asItIs = (page: Response, outcome: Outcome) => {
    tell(outcome)
    return passedOn(page)
  }

  const personal = async (request: Request, { pattern, search }: Invitation) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    const signal = AbortSignal.any([late.signal, request.signal])
    const recordAnswer = fetchRecord(service, pattern, { fetch, signal }).finally(() => clearTimeout(timer))
    try {
      const page = await ask(request, search, true)
      if (!isPage(page)) return asItIs(page, 'no-page')
      const record = await recordAnswer
      if (!record) return asItIs(page, late.signal.aborted ? 'late' : 'no-record')
      return personalise(page, record, request.url, (isWhole) => tell(isWhole ? 'personalised' : 'partly'))
    } finally {
      late.abort()
    }
  }

  return async (request) => {
    const { search } = new URL(request.url)
    const invitation = request.method === 'GET' ? findInvitation(search, param) : undefined
    return invitation ? personal(request, invitation) : asItIs(await ask(request, search, false), 'uninvited')
  }
}

function passedOn(answer: Response): Response {
  const { status, statusText, headers, body } = answer
  return new Response(body, { status, statusText, headers: passedHeaders(headers) })
}

/** A URL without a slash at its end. Throws if it is not one. */
function toBase(url: string, name: string): string {
  const { protocol, origin, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${name} must be an http or https URL`)
  return origin + pathname.replace(/\/$/, '')
}
