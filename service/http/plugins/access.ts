import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../store/database.ts'
import { authenticate } from './authenticate.ts'
import { limitRate } from './rate-limit.ts'

/** An onRequest hook: lets a request into the API or throws, by its token first, then by the token's rate limit. */
export type CheckAccess = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Creates the one check of the API: it counts requests, so every way in must share it. */
export function createAccessCheck(db: Database, rateLimit: number): CheckAccess {
  const checkToken = authenticate(db)
  const checkRate = limitRate(rateLimit)
  return async (request, reply) => {
    await checkToken(request)
    await checkRate(request, reply)
  }
}
