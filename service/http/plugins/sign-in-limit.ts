import type { FastifyRequest } from 'fastify'
import { visitorOf } from '../../events/visitor.ts'
import { createTokenBuckets } from '../../model/token-bucket.ts'
import { ApiError } from '../schemas/error-codes.ts'

/** More than a team behind one address needs on a Monday morning. */
const signInsPerMinute = 60

/** Creates a check of requests that bring a token or a link to sign in: so many a minute from one address. */
export function limitSignIns(rateLimit: number): (request: Pick<FastifyRequest, 'raw'>) => void {
  const buckets = createTokenBuckets({ perMinute: rateLimit === 0 ? 0 : signInsPerMinute })
  return ({ raw }) => {
    const { address } = visitorOf(raw)
    if (address === undefined) return
    const { waitSeconds } = buckets.take(address)
    if (waitSeconds > 0) throw new ApiError(42900, undefined, { 'Retry-After': String(waitSeconds) })
  }
}
