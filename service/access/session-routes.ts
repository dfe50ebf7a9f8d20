import { type Static, Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { refuseCodedBodies } from '../base/http/plugins/json-body.ts'
import { ApiError, assertNoWait, unauthorized } from '../base/http/schemas/error-codes.ts'
import type { BruteForceLimit } from '../base/net/brute-force-limit.ts'
import type { CheckRate } from './rate-limit.ts'
import { assertNoForeignPage, assertOwnPage } from './same-origin.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'
import {
  createSession,
  endSession,
  endSessionsOf,
  findSession,
  findSignInLink,
  type Session,
  takeSignInLink,
} from './sessions.ts'
import { signInPage } from './sign-in-page.ts'
import type { Secret } from './sql.ts'
import { findOwner } from './tokens.ts'

interface SessionRoutesOptions {
  db: Database
  publicUrl: () => string
  strangers: BruteForceLimit
  checkRate: CheckRate
}

const SignInBody = Type.Object({ token: Type.Optional(Type.String()), link: Type.Optional(Type.String()) })

/**
 * Registers `/console/session` (sign in with a token or a link, show who is signed in, sign out) and `/console/sign-
 * in`, the page of a link.
 */
export async function sessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): Promise<void> {
  const { db, publicUrl, strangers, checkRate } = options
  await app.register(async (scope) => {
    refuseCodedBodies(scope)
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
    })

    scope.post<{ Body: Static<typeof SignInBody> }>(
      '/console/session',
      { schema: { body: SignInBody } },
      async (request, reply) => {
        assertNoForeignPage(request.headers, publicUrl())
        const begun = await signIn(request, reply)
        reply.header('Set-Cookie', writeSessionCookie(begun, publicUrl()))
        return toShown(await findSession(db, begun.secret))
      },
    )

    scope.get('/console/session', async (request, reply) =>
      readSessionCookie(request.headers.cookie) === undefined
        ? reply.code(204).send()
        : toShown(await sessionOf(request)),
    )

    scope.delete('/console/session', async (request, reply) => {
      const secret = readSessionCookie(request.headers.cookie)
      if (secret !== undefined) {
        assertOwnPage(request.headers, publicUrl())
        await endSession(db, secret)
      }
      return signedOut(reply)
    })

    scope.delete('/console/sessions', async (request, reply) => {
      await endSessionsOf(db, await sessionOf(request))
      return signedOut(reply)
    })

    scope.get<{ Querystring: { link?: string } }>('/console/sign-in', async (request, reply) => {
      const link = textOf(request.query.link)
      const find = () => findSignInLink(db, link)
      return signInPage(reply, await strangers.find(request.raw, find, assertNoWait), link)
    })

    scope.post<{ Body: { link?: string } | undefined }>('/console/sign-in', async (request, reply) => {
      assertNoForeignPage(request.headers, publicUrl())
      const begun = await signInByLink(request, textOf(request.body?.link))
      if (!begun) return signInPage(reply, undefined, '')
      reply.header('Set-Cookie', writeSessionCookie(begun, publicUrl()))
      return reply.redirect('/console', 303)
    })
  })

  async function signIn(
    request: FastifyRequest<{ Body: Static<typeof SignInBody> }>,
    reply: FastifyReply,
  ): Promise<Secret> {
    const { token, link } = request.body
    if (token === undefined && link === undefined) throw new ApiError(40001, 'token: is missing.')
    const begun =
      token === undefined
        ? await signInByLink(request, link ?? '')
        : await signInByToken(request, reply, token.trim())
    if (begun) return begun
    throw unauthorized(40101, token === undefined ? 'The link was used already, or is too old.' : undefined)
  }

  function signInByLink({ raw }: Pick<FastifyRequest, 'raw'>, link: string): Promise<Secret | undefined> {
    return strangers.find(raw, () => takeSignInLink(db, link), assertNoWait)
  }

  /** A sign-in is one of the requests that the token may make. */
  async function signInByToken({ raw }: Pick<FastifyRequest, 'raw'>, reply: FastifyReply, token: string) {
    const owner = await strangers.find(raw, () => findOwner(db, token), assertNoWait)
    if (owner) checkRate({ owner }, reply)
    return owner && createSession(db, { ...owner, token: owner.hash })
  }

  async function sessionOf({ headers }: FastifyRequest): Promise<Session> {
    const secret = readSessionCookie(headers.cookie)
    if (secret === undefined) throw unauthorized(40100, 'Nobody is signed in.')
    assertOwnPage(headers, publicUrl())
    const session = await findSession(db, secret)
    if (session) return session
    throw unauthorized(40101, 'The session has ended: sign in again.')
  }

  function signedOut(reply: FastifyReply): FastifyReply {
    return reply.header('Set-Cookie', writeSessionCookie(undefined, publicUrl())).code(204).send()
  }
}

/** A parameter that is missing or occurs twice names no link. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A session as the console gets it. One that has just ended throws. */
function toShown(session: Session | undefined) {
  if (!session) throw new ApiError(40101)
  const { organization, user, role, expiresAt } = session
  return { organization, user, role, expiresAt }
}
