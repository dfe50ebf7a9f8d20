import type { RequestInit, Response } from 'undici'
import { AddressRefused, assertHttpUrl, type GuardOptions } from './address-guard.ts'

interface GuardedFetchOptions extends GuardOptions {
  /** From the call to the last byte of the body, including redirects. */
  timeoutMs: number
  /** How many redirects are followed, each through the guard; 0 returns the redirect itself. Default 0. */
  maxRedirects?: number
}

/**
 * A `fetch` that reaches public addresses only. Rejects with AddressRefused where the guard refuses, with a
 * TimeoutError after the time-out, and with a TypeError where the network fails or there are too many redirects. The
 * caller reads the body (`readLimited`) or cancels it (`response.body?.cancel()`).
 */
export async function guardedFetch(
  url: string,
  init: RequestInit,
  options: GuardedFetchOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  // Loading it takes a tenth of a second, which the start need not wait for.
  const { dispatcherFor, fetch } = await import('./dispatcher.ts')
  const request: RequestInit = {
    ...init,
    redirect: 'manual',
    dispatcher: dispatcherFor(options),
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
  }
  let target = assertHttpUrl(url)
  for (let redirects = options.maxRedirects ?? 0; ; redirects--) {
    const response = await unwrap(fetch(target, request))
    const location = redirectTarget(response, target)
    if (!location || !options.maxRedirects) return response
    await response.body?.cancel()
    if (redirects === 0) throw new TypeError('too many redirects')
    target = assertHttpUrl(location)
  }
}

/** The decompressed bytes of a body, cut off after `maxBytes`. */
export async function* readLimited(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  // Leaving the loop cancels the body, and with it the connection.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** The same in one piece. */
export async function readWhole(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readLimited(response, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Throws the guard's own error, which fetch wraps. */
async function unwrap(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    throw cause instanceof AddressRefused ? cause : error
  }
}

function redirectTarget(response: Response, from: URL): string | undefined {
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined
  return URL.parse(location, from.href)?.href ?? location
}
