import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../service.ts'
import { authenticate } from './authenticate.ts'
import { limitRate } from './rate-limit.ts'

/** Lets a request into the API, or throws: by its token first, then by the token's requests in this minute. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Makes the one doorkeeper of the API: it counts, so every way in must share it. */
export function createAdmit(service: Service): Admit {
  const checkToken = authenticate(service)
  const checkRate = limitRate(service.config.rateLimit)
  return async (request, reply) => {
    await checkToken(request)
    await checkRate(request, reply)
  }
}
