import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

interface Window {
  requests: number
  endsAt: number
}

const windowMs = 60_000
const manyWindows = 1000

/**
 * An onRequest hook, behind `authenticate`: lets a token make so many requests in the minute that its first one
 * begins, and says in `RateLimit-*` how many are left and in how many seconds the minute ends. More are 429.
 * Each process counts by itself.
 *
 * @param perMinute 0 is off: no limit, no headers.
 * @param now milliseconds on a clock that never goes back.
 */
export function limitRate(perMinute: number, now: () => number = performance.now.bind(performance)) {
  const windows = new Map<string, Window>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (perMinute === 0) return
    const window = currentWindow(windows, request.owner.tokenId, now())
    window.requests++
    const resetSeconds = String(Math.max(1, Math.ceil((window.endsAt - now()) / 1000)))
    reply.headers({
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': String(Math.max(0, perMinute - window.requests)),
      'RateLimit-Reset': resetSeconds,
    })
    if (window.requests > perMinute) throw new ApiError(42900, undefined, { 'Retry-After': resetSeconds })
  }
}

function currentWindow(windows: Map<string, Window>, tokenId: string, now: number): Window {
  const known = windows.get(tokenId)
  if (known && now < known.endsAt) return known
  if (windows.size >= manyWindows) forgetEnded(windows, now)
  const begun = { requests: 0, endsAt: now + windowMs }
  windows.set(tokenId, begun)
  return begun
}

function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [tokenId, { endsAt }] of windows) if (endsAt <= now) windows.delete(tokenId)
}
