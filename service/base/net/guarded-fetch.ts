import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import type { Dispatcher, RequestInit, Response } from 'undici'
import {
  AddressRefused,
  addressesOf,
  assertGlobal,
  assertTarget,
  type GuardOptions,
} from './address-guard.ts'

interface GuardedFetchOptions extends GuardOptions {
  /** From the call to the last byte of the body, including redirects. */
  timeoutMs: number
  /** How many redirects are followed, each through the guard; 0 returns the redirect itself. Default 0. */
  maxRedirects?: number
}

/** A `fetch` that reaches public addresses only. Rejects with AddressRefused, a TimeoutError, or a TypeError of the network. */
export async function guardedFetch(
  url: string,
  init: RequestInit,
  options: GuardedFetchOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  // Loading it takes a tenth of a second, which the start need not wait for.
  const undici = await import('undici')
  const request: RequestInit = {
    ...init,
    redirect: 'manual',
    dispatcher: dispatcherFor(undici, options),
    signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
  }
  let target = assertTarget(url, options)
  for (let redirects = options.maxRedirects ?? 0; ; redirects--) {
    const response = await undici.fetch(target, request).catch((error: Error) => {
      // It wraps the guard's own.
      throw error.cause instanceof AddressRefused ? error.cause : error
    })
    const location = response.headers.get('location')
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null
    if (!isRedirect || !options.maxRedirects) return response
    await response.body?.cancel()
    if (redirects === 0) throw new TypeError('too many redirects')
    target = assertTarget(URL.parse(location, target)?.href ?? location, options)
  }
}

type Undici = typeof import('undici')

/** One for each way to look names up, so that connections are reused. */
const dispatchers = new WeakMap<object, Dispatcher>()

function dispatcherFor(undici: Undici, { allowPrivateAddresses, lookup = addressesOf }: GuardOptions) {
  const key = allowPrivateAddresses ? undici : lookup
  const connect = allowPrivateAddresses ? {} : { lookup: guarded(lookup) }
  const dispatcher = dispatchers.get(key) ?? new undici.Agent({ allowH2: false, connect })
  dispatchers.set(key, dispatcher)
  return dispatcher
}

/** Checks addresses as they are given to the socket, so that no second look-up can change them. */
function guarded(lookup: typeof addressesOf): LookupFunction {
  const find = callbackify(async (name: string) => {
    const addresses = await lookup(name)
    addresses.forEach(assertGlobal)
    return addresses
  })
  return (name, { all }, callback) => {
    find(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error, [])
      else if (all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

type HasBody = { body: Response['body'] | ReadableStream<Uint8Array> | null }

/** The decompressed bytes of a body, cut off after `maxBytes`. */
export async function* readLimited({ body }: HasBody, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  // Leaving the loop cancels the body, and with it the connection.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** The same in one piece. */
export async function readWhole(response: HasBody, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readLimited(response, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
