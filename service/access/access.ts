import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { ApiError, assertNoWait, unauthorized } from '../base/http/schemas/error-codes.ts'
import type { BruteForceLimit } from '../base/net/brute-force-limit.ts'
import { createRecentSet } from '../base/words/recent-set.ts'
import { type Role, rolesFrom } from '../base/words/role.ts'
import type { FollowResponse } from './open-responses.ts'
import type { CheckRate } from './rate-limit.ts'
import { assertOwnPage } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'
import { findSession } from './sessions.ts'
import { hashOf } from './sql.ts'
import { findOwner, type Owner } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the request's token or session: set on every route behind the access check. */
    owner: Owner
  }
  interface FastifyContextConfig {
    /** The lowest role that may use the route. Every route behind the access check names one. */
    role?: Role
  }
}

/** An onRequest hook: sets the owner of a request, or throws. */
export type CheckAccess = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

interface AccessOptions {
  db: Database
  checkRate: CheckRate
  followResponse: FollowResponse
  strangers: BruteForceLimit
  publicUrl(): string
}

/**
 * Creates the access check of the API: first a valid bearer token, or a session of the console's own pages, then the
 * rate limit. It counts requests, so all routes must share one. An address that has tried too many invalid tokens gets
 * 42900, except with a token that was valid recently.
 */
export function createAccessCheck(options: AccessOptions): CheckAccess {
  const { db, checkRate, followResponse, strangers, publicUrl } = options
  const recent = createRecentSet(mostRecent)
  return async (request, reply) => {
    request.owner = await ownerOf(request)
    checkRate(request, reply)
    followResponse(request, reply)
  }

  async function ownerOf({ headers, raw }: FastifyRequest): Promise<Owner> {
    const token = bearerToken(headers.authorization)
    const cookie = token === undefined ? readSessionCookie(headers.cookie) : undefined
    if (cookie !== undefined) assertOwnPage(headers, publicUrl())
    const secret = cookie ?? token
    if (secret === undefined) throw unauthorized(40100)
    const hash = hashOf(secret)
    const find = () => (cookie === undefined ? findOwner(db, secret) : findSession(db, secret))
    const known = recent.has(hash) ? await find() : undefined
    const owner = known ?? (await strangers.find(raw, find, assertNoWait))
    if (!owner) throw unauthorized(40101)
    recent.add(hash)
    return owner
  }
}

/** How many hashes of recently valid tokens and sessions are kept. */
const mostRecent = 10_000

/**
 * Protects the routes that are registered in this scope afterwards: they need a token, are limited by its rate, and by
 * the role that each route names. A route that names none stops the start.
 */
export function requireAccess(scope: FastifyInstance, checkAccess: CheckAccess): void {
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.role) throw new Error(`${method} ${url} names no role`)
  })
  scope.addHook('onRequest', checkAccess)
  // Runs after the check that the path has this method.
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

/** The token of an `Authorization: Bearer` header. RFC 9110 §11.1: the scheme is case-insensitive. */
export function bearerToken(header = ''): string | undefined {
  const isBearer = header.slice(0, scheme.length).toLowerCase() === scheme
  return isBearer ? header.slice(scheme.length).trim() || undefined : undefined
}
