import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTokenBuckets } from '../base/fair/token-bucket.ts'
import { assertNoWait } from '../base/http/schemas/error-codes.ts'

/** Counts a request, and throws 42900 if it is one too many. */
export type CheckRate = (request: Pick<FastifyRequest, 'owner'>, reply: FastifyReply) => void

/**
 * Creates the rate limit, for requests whose owner is known. A token may make so many requests in the minute that
 * begins with its first one; `RateLimit-*` headers say how many are left, and in how many seconds the minute ends.
 * Further requests are 429. Each process counts by itself.
 *
 * @param perMinute 0 is off: no limit, no headers.
 * @param now milliseconds on a clock that never goes back.
 */
export function limitRate(perMinute: number, now?: () => number): CheckRate {
  const buckets = createTokenBuckets({ perMinute, refill: 'at-once', ...(now && { now }) })
  return (request, reply) => {
    if (perMinute === 0) return
    const { waitSeconds, remaining, resetSeconds } = buckets.take(request.owner.root)
    reply.headers({
      'RateLimit-Limit': String(perMinute),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(resetSeconds),
    })
    assertNoWait(waitSeconds)
  }
}
