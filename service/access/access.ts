import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import type { Limits } from '../base/http/plugins/limits.ts'
import { ApiError, unauthorized } from '../base/http/schemas/error-codes.ts'
import { type Role, rolesFrom } from '../base/words/role.ts'
import { findSession, readCookie } from './sessions.ts'
import { find, findRole, hashOf, type Owner } from './sql.ts'

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

interface AccessOptions extends Limits {
  db: Database
  publicUrl(): string
  /** How often it is asked whether the sender of a request may still get what is being sent. Default: 10 s. */
  checkMs?: number
}

/**
 * Creates the access check of the API: first a valid bearer token, or a session of the console's own pages, then the
 * rate limit. It counts requests, so all routes must share one. An address that has tried too many invalid tokens gets
 * 42900, except with a token that was valid recently.
 */
export function createAccessCheck(options: AccessOptions): CheckAccess {
  const { db, checkRate, strangers, publicUrl, checkMs = 10_000 } = options
  return async (request, reply) => {
    request.owner = await ownerOf(request)
    await checkRate(request, reply)
    cutOffLater(request, reply)
  }

  /**
   * Cuts an answer off while it is sent, if its credential has ended (revoked, expired, signed out), or its role no longer
   * allows it: live streams, exports. What is not yet being sent was allowed when it began.
   */
  function cutOffLater({ owner, routeOptions }: FastifyRequest, { raw }: FastifyReply): void {
    const { role: least = 'viewer' } = routeOptions.config
    const timer = setInterval(async () => {
      if (!raw.headersSent) return
      // A database that does not answer ends no stream.
      const role = await findRole(db, owner.hash).catch(() => owner.role)
      if (!role || !rolesFrom(least).includes(role)) raw.destroy()
    }, checkMs).unref()
    raw.once('close', () => clearInterval(timer))
  }

  async function ownerOf(request: FastifyRequest): Promise<Owner> {
    const { headers } = request
    const token = bearerToken(headers.authorization)
    const cookie = token === undefined ? readCookie(headers.cookie) : undefined
    if (cookie !== undefined) assertOwnPage(headers, publicUrl())
    const secret = cookie ?? token
    if (secret === undefined) throw unauthorized(40100)
    const owner = await strangers.find<Owner>(request, hashOf(secret), () =>
      cookie === undefined ? find(db, 'token', secret) : findSession(db, secret),
    )
    if (!owner) throw unauthorized(40101)
    return owner
  }
}

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

/** The token of an `Authorization: Bearer` header. RFC 9110 §11.1: the scheme is case-insensitive. */
export function bearerToken(header = ''): string | undefined {
  return /^bearer +(.*\S)/i.exec(header)?.[1]
}

type Headers = Pick<FastifyRequest, 'headers'>['headers']

/**
 * Throws 40300 unless a request with a cookie comes from the console's own pages, at `PUBLIC_URL` or another address of the
 * service. `SameSite` alone trusts sibling sub-domains. A request without `Origin`, such as a download, is accepted where
 * `Sec-Fetch-Site` says that it is the site's own: https://www.w3.org/TR/fetch-metadata/#fetch-integration
 */
export function assertOwnPage({ origin, host, 'sec-fetch-site': site }: Headers, publicUrl: string): void {
  if (origin === undefined && site === undefined) throw refused(unsaidPage)
  const isAnother = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isOwn =
    origin === undefined ||
    origin === new URL(publicUrl).origin ||
    (site === 'same-origin' && URL.parse(origin)?.host === host)
  if (isAnother || !isOwn) throw refused(foreignPage)
}

/** Throws 40300 where a request comes from a page of another origin. Clients that are not pages may pass. */
export function assertNoForeignPage(headers: Headers, publicUrl: string): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    assertOwnPage(headers, publicUrl)
}

const unsaidPage =
  'The browser did not say which page sent this request. Browsers say so only over https://, or at http://localhost. Open the console by https://. Programs send a token.'
const foreignPage =
  'A session is good for requests from the console’s own pages; from elsewhere, send a token.'

function refused(why: string): ApiError {
  return new ApiError(40300, why, { Vary: 'Origin, Sec-Fetch-Site' })
}
