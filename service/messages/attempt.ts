import type { Response } from 'undici'
import { AddressRefused, type GuardOptions } from '../base/net/address-guard.ts'
import { guardedFetch, readLimited } from '../base/net/guarded-fetch.ts'

/** What came of an attempt to send a message. */
export interface AttemptOutcome {
  /** What the receiver answered, of HTTP or of SMTP; null without an answer. */
  status: number | null
  /** How the answer began, as one line of plain text; null if there is none. */
  answer: string | null
  /** Why it was not received; null if it was. */
  error: string | null
  retryAfterSeconds?: number
  /** The receiver will never take this message. */
  isFinal?: boolean
  /** Nor any other. */
  isOff?: boolean
}

/** An attempt of which nothing came; another one may. */
export function failed(error: string): AttemptOutcome {
  return { status: null, answer: null, error }
}

/** A 2xx within 15 s ends a delivery. */
const attemptTimeoutMs = 15_000

/** Posts JSON once, through the address guard. It never throws. */
export async function attemptPost(
  { url, body, headers }: { url: string; body: string; headers?: Record<string, string> },
  options: GuardOptions,
): Promise<AttemptOutcome> {
  const ending = new AbortController()
  const known = { 'content-type': 'application/json', 'user-agent': 'Motif' }
  const sent = { method: 'POST', headers: { ...known, ...headers }, body, signal: ending.signal }
  try {
    const response = await guardedFetch(url, sent, { ...options, timeoutMs: attemptTimeoutMs })
    const { ok, status } = response
    const answer = await beginningOf(response, ending)
    if (ok) return { status, answer, error: null }
    const retryAfterSeconds = readRetryAfter(response.headers.get('retry-after'))
    const isGone = status === 410
    return { status, answer, error: `HTTP ${status}`, retryAfterSeconds, isFinal: isGone, isOff: isGone }
  } catch (error) {
    return failed(attemptFailure(error))
  }
}

/** How much of an answer is read, in bytes, and how long it may take. */
const mostBytes = 4096
const readingMs = 1000

const textTypes = /^\s*(text\/|application\/([\w.-]+\+)?(json|xml)\b)/i

/**
 * How the body of an answer begins, as one line; null if it is empty or no text. Reads no longer than a second, and then
 * takes what came: the status alone decides what becomes of a message.
 */
async function beginningOf(response: Response, ending: AbortController): Promise<string | null> {
  const chunks: Uint8Array[] = []
  const timer = setTimeout(() => ending.abort(), readingMs)
  try {
    for await (const chunk of readLimited(response, mostBytes)) chunks.push(chunk)
  } catch {
    // The connection broke: what came before is shown.
  }
  clearTimeout(timer)
  const type = response.headers.get('content-type') ?? 'text/plain'
  if (!textTypes.test(type)) return null
  const text = new TextDecoder().decode(Buffer.concat(chunks))
  const tags = /<(script|style|title)\b.*?(<\/\1>|$)|<[^>]*>/gis
  return lineOf(/html|xml/i.test(type) ? text.replace(tags, ' ') : text) || null
}

/**
 * A text as one line of at most so many characters. Characters that turn the direction of a text or cannot be seen are left
 * out, and none of a name begins a line of its own.
 */
export function lineOf(text: string, most = 200): string {
  const characters = [...text.replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD\s]+/gu, ' ').trim()]
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

/** One line, without the address, which may contain a secret. */
function attemptFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return `no answer within ${attemptTimeoutMs / 1000} s`
  const { code } = (error.cause ?? error) as { code?: unknown }
  return typeof code === 'string' ? code : error.constructor.name
}

/**
 * Seconds until the next attempt after `attempt` failed ones: the schedule's delay ± 20 %, or the receiver's `Retry-After`
 * (up to a day) if that is longer. Undefined if the schedule is over. `random` is from 0 to 1.
 */
export function nextDelaySeconds(
  scheduleSeconds: readonly number[],
  attempt: number,
  retryAfterSeconds = 0,
  random = Math.random(),
): number | undefined {
  const delay = scheduleSeconds[attempt - 1]
  if (delay === undefined) return undefined
  return Math.max(delay * (0.8 + 0.4 * random), Math.min(retryAfterSeconds, 86_400))
}

/** Reads `Retry-After` (RFC 9110 §10.2.3), a number or a date, in seconds from `now`. 0 if it is neither. */
export function readRetryAfter(header: string | null, now = Date.now()): number {
  if (header === null) return 0
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now) / 1000)
}
