import { AddressRefused, type GuardOptions } from '../base/net/address-guard.ts'
import { guardedFetch } from '../base/net/guarded-fetch.ts'
import { beginningOf } from './answer.ts'
import { readRetryAfter } from './schedule.ts'
import { signatureHeaders } from './sign.ts'
import type { Answered, FailedAttempt } from './sql.ts'

/** A message to be sent. */
export interface Message {
  /** The same at every attempt. */
  id: string
  url: string
  body: string
  secret: string
}

/** The outcome of an attempt. `isFinal`: the receiver will never want it. `isOff`: nor anything else. */
export type AttemptOutcome =
  | (Answered & { isReceived: true; status: number })
  | (FailedAttempt & { isReceived: false; retryAfterSeconds: number; isFinal: boolean; isOff: boolean })

/** A 2xx within 15 s ends a delivery. */
const attemptTimeoutMs = 15_000

/** Sends a signed message once, through the address guard. It never throws. */
export async function attemptDelivery(
  { id, url, body, secret }: Message,
  options: GuardOptions,
): Promise<AttemptOutcome> {
  const timestamp = Math.floor(Date.now() / 1000)
  return attemptPost({ url, body, headers: signatureHeaders(secret, { id, timestamp, body }) }, options)
}

interface Post {
  url: string
  /** JSON text. */
  body: string
  headers: Record<string, string>
}

/** Posts JSON once, through the address guard. It never throws. */
export async function attemptPost(
  { url, body, headers }: Post,
  options: GuardOptions,
): Promise<AttemptOutcome> {
  try {
    const known = { 'content-type': 'application/json', 'user-agent': 'Motif' }
    const sent = { method: 'POST', headers: { ...known, ...headers }, body }
    const response = await guardedFetch(url, sent, { ...options, timeoutMs: attemptTimeoutMs })
    const { status } = response
    const answer = await beginningOf(response)
    if (response.ok) return { isReceived: true, status, answer }
    const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'))
    return {
      isReceived: false,
      status,
      error: `HTTP ${status}`,
      answer,
      retryAfterSeconds,
      isFinal: status === 410,
      isOff: status === 410,
    }
  } catch (error) {
    return {
      isReceived: false,
      status: null,
      error: attemptFailure(error),
      answer: null,
      retryAfterSeconds: 0,
      isFinal: false,
      isOff: false,
    }
  }
}

/** One line, without the address, which may contain a secret. */
function attemptFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no answer within ${attemptTimeoutMs / 1000} s`
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}
