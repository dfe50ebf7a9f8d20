import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRecentSet } from '../../model/recent-set.ts'
import { type Role, rolesFrom } from '../../model/role.ts'
import type { BruteForceLimit } from '../../net/brute-force-limit.ts'
import type { Database } from '../../store/database.ts'
import { findSession } from '../../store/sessions.ts'
import { findOwner, hashToken, type Owner } from '../../store/tokens.ts'
import { ApiError, assertNoWait, unauthorized } from '../schemas/error-codes.ts'
import { limitRate } from './rate-limit.ts'
import { assertOwnPage } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the request's token or session: set on every route behind the access check. */
    owner: Owner
  }
  interface FastifyContextConfig {
    /** The least role that the route takes: each route behind the access check names one. */
    role?: Role
  }
}

/** An onRequest hook: lets a request into the API and notes its owner, or throws. */
export type CheckAccess = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

interface AccessOptions {
  db: Database
  /** Requests a minute and token; 0 is off. */
  rateLimit: number
  strangers: BruteForceLimit
  publicUrl(): string
}

/**
 * Creates the one check of the API: a valid bearer token first, or the session of the console's own pages, then its rate
 * limit. It counts requests, so every way in must share it. An address that has tried too many tokens that are none is
 * 42900, but for a token that was a valid one lately.
 */
export function createAccessCheck({ db, rateLimit, strangers, publicUrl }: AccessOptions): CheckAccess {
  const checkRate = limitRate(rateLimit)
  const lately = createRecentSet(mostRecent)
  return async (request, reply) => {
    request.owner = await ownerOf(request)
    checkRate(request, reply)
  }

  async function ownerOf({ headers, raw }: FastifyRequest): Promise<Owner> {
    const token = bearerToken(headers.authorization)
    const cookie = token === undefined ? readSessionCookie(headers.cookie) : undefined
    if (cookie !== undefined) assertOwnPage(headers, publicUrl())
    const secret = cookie ?? token
    if (secret === undefined) throw unauthorized(40100)
    const hash = hashToken(secret)
    if (!lately.has(hash)) assertNoWait(strangers.waitSeconds(raw))
    const owner = await (cookie === undefined ? findOwner(db, secret) : findSession(db, secret))
    if (owner) {
      lately.add(hash)
      return owner
    }
    strangers.note(raw)
    throw unauthorized(40101)
  }
}

/** Hashes of tokens and sessions that were valid when they were used last. */
const mostRecent = 10_000

/**
 * Puts the routes of this scope, which are registered afterwards, behind the check: a token, its rate, and the role that
 * the route names. A route that names none does not start.
 */
export function requireAccess(scope: FastifyInstance, checkAccess: CheckAccess): void {
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.role) throw new Error(`${method} ${url} names no role`)
  })
  scope.addHook('onRequest', checkAccess)
  // After the method is known to be one of the path.
  scope.addHook('preParsing', async ({ owner, routeOptions }) => {
    const { role } = routeOptions.config
    if (role) checkRole(owner.role, role)
  })
}

function checkRole(role: Role, least: Role): void {
  const enough = rolesFrom(least)
  if (enough.includes(role)) return
  throw new ApiError(40300, `This takes the role ${enough.join(' or ')}; the token has the role ${role}.`)
}

const scheme = 'bearer '

/** What a header `Authorization: Bearer` brings. RFC 9110 §11.1: the name of the scheme is written in any case. */
export function bearerToken(header = ''): string | undefined {
  const isBearer = header.slice(0, scheme.length).toLowerCase() === scheme
  return isBearer ? header.slice(scheme.length).trim() || undefined : undefined
}
