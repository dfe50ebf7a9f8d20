import { createHmac } from 'node:crypto'
import type { Response } from 'undici'
import { AddressRefused, type GuardOptions } from '../base/net/address-guard.ts'
import { guardedFetch } from '../base/net/guarded-fetch.ts'
import type { Answered, FailedAttempt } from './sql.ts'

/** A message to be sent. */
interface Message {
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

/** An attempt of which nothing came; another one may. */
export function failed(error: string): AttemptOutcome & { isReceived: false } {
  return {
    isReceived: false,
    status: null,
    error,
    answer: null,
    retryAfterSeconds: 0,
    isFinal: false,
    isOff: false,
  }
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
    const isOff = status === 410
    return { ...failed(`HTTP ${status}`), status, answer, retryAfterSeconds, isFinal: isOff, isOff }
  } catch (error) {
    return failed(attemptFailure(error))
  }
}

/** How much of an answer is read, in bytes, how long it may take, and how much is shown, in characters. */
const mostBytes = 4096
const readingMs = 1000
const mostCharacters = 200

const textTypes = /^\s*(text\/|application\/([\w.-]+\+)?(json|xml)\b)/i

/**
 * How the body of an answer begins, as one line of plain text of at most 200 characters. Null if it is empty or no text.
 * Reads no longer than a second, and then takes what came: the status alone decides what becomes of a message. It never throws.
 */
async function beginningOf({ headers, body }: Response): Promise<string | null> {
  const type = headers.get('content-type') ?? 'text/plain'
  const isText = textTypes.test(type)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  // Ends the read that waits, and with it the connection.
  const cancel = () => reader?.cancel().catch(() => {})
  const timer = setTimeout(cancel, readingMs)
  try {
    while (reader && isText && length < mostBytes) {
      const { done, value } = (await reader.read()) as { done: boolean; value: Uint8Array }
      if (done) break
      chunks.push(value)
      length += value.length
    }
  } catch {
    // The connection broke: what came before is shown.
  }
  clearTimeout(timer)
  cancel()
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes))
  return lineOf(
    /html|xml/i.test(type) ? text.replace(/<(script|style|title)\b.*?(<\/\1>|$)|<[^>]*>/gis, ' ') : text,
  )
}

/** A text as one line of at most 200 characters. Null if it is empty. */
export function lineOf(text: string): string | null {
  const line = text
    .replace(/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\uFFFD\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= mostCharacters) return line || null
  return `${characters.slice(0, mostCharacters - 1).join('')}…`
}

/** One line, without the address, which may contain a secret. */
function attemptFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no answer within ${attemptTimeoutMs / 1000} s`
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}

/** The signed parts of a message. */
interface SignedParts {
  /** The same at every attempt. */
  id: string
  /** The time of this attempt, in whole seconds since 1970. */
  timestamp: number
  body: string
}

/**
 * The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, with the key that `whsec_` carries in base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function signatureHeaders(secret: string, { id, timestamp, body }: SignedParts): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}

/** The longest delay that a receiver can ask for: the longest of the default schedule. */
const longestRetryAfterSeconds = 86_400

/**
 * Seconds until the next attempt after `attempt` failed ones: the schedule's delay ± 20 %, or the receiver's `Retry-
 * After` where that is longer. Undefined where the schedule is over.
 *
 * @param scheduleSeconds the setting `CALLBACK_RETRY_SECONDS`
 * @param random from 0 to 1
 */
export function nextDelaySeconds(
  scheduleSeconds: readonly number[],
  attempt: number,
  retryAfterSeconds = 0,
  random = Math.random(),
): number | undefined {
  const delay = scheduleSeconds[attempt - 1]
  if (delay === undefined) return undefined
  return Math.max(delay * (0.8 + 0.4 * random), Math.min(retryAfterSeconds, longestRetryAfterSeconds))
}

/** Reads `Retry-After` (RFC 9110 §10.2.3), a number or a date, in seconds from `now`. 0 where it is neither. */
export function readRetryAfter(header: string | null, now = Date.now()): number {
  if (header === null) return 0
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now) / 1000)
}
