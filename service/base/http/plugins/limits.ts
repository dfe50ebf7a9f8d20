import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../schemas/error-codes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom a request counts for, if that is not its address. */
    countsFor: string | undefined
  }
}

export type Limits = Awaited<ReturnType<typeof addLimits>>

export type Strangers = Limits['strangers']

/** More than the people behind one address need for outdated links. */
const missesPerMinute = 600
const mostFound = 20_000
const mostKeys = 50_000

/** Registers `@fastify/rate-limit`. `perMinute`: requests of a token; 0 is off, for whatever comes from strangers, too. */
export async function addLimits(app: FastifyInstance, perMinute: number) {
  app.decorateRequest('countsFor', undefined)
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    errorResponseBuilder: () => new ApiError(42900),
  })
  const ofToken = app.rateLimit({ max: perMinute, cache: mostKeys, keyGenerator: ({ owner }) => owner.root })
  const misses = createLimit(app, perMinute && missesPerMinute)
  const found = new LRUCache<string, true>({ max: mostFound })
  return {
    async checkRate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (perMinute > 0) await ofToken.call(app, request, reply)
    },
    /** Limits look-ups of unknown patterns, tokens, tickets and links: each costs a database query. */
    strangers: {
      misses,
      /** Looks up a secret, or by it. Beyond the limit those alone are looked up that were found lately. */
      async find<Found>(request: FastifyRequest, secret: string, lookUp: () => Promise<Found | undefined>) {
        if (!found.get(secret)) await misses.assertLeft(request)
        const one = await lookUp()
        if (one === undefined) await misses.count(request)
        else found.set(secret, true)
        return one
      },
    },
  }
}

/** Creates a limit; 0 is none. Needs `addLimits`. */
export function createLimit(app: FastifyInstance, max: number, minutes = 1) {
  const check = app.createRateLimit({
    max,
    timeWindow: minutes * 60_000,
    allowList: () => max === 0,
    keyGenerator: (request) => request.countsFor ?? networkOf(request),
  })
  const countFor = async (request: FastifyRequest, key: string | undefined, increment: boolean) => {
    request.countsFor = key
    const answer = await check(request, { increment })
    if (answer.isAllowed) return
    const isOver = increment ? answer.isExceeded : answer.remaining === 0
    if (isOver) throw new ApiError(42900, undefined, { 'Retry-After': String(answer.ttlInSeconds) })
  }
  return {
    count: (request: FastifyRequest, key?: string) => countFor(request, key, true),
    /** Throws 42900 if once more would be too often. */
    assertLeft: (request: FastifyRequest, key?: string) => countFor(request, key, false),
  }
}

/** The address that a request comes from, of IPv6 its /64. Empty if its connection has gone. */
export function networkOf({ ip }: { ip?: string }): string {
  return normalizeIP(ip ?? '')
}
