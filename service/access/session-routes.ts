import { type Static, Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { refuseCodedBodies } from '../base/http/plugins/json-body.ts'
import { createLimit, type Limits } from '../base/http/plugins/limits.ts'
import { ApiError, unauthorized } from '../base/http/schemas/error-codes.ts'
import { parseEmail } from '../base/words/addresses.ts'
import type { MemberMails } from './member-routes.ts'
import { assertNoForeignPage, assertOwnPage } from './same-origin.ts'
import {
  createSession,
  endSession,
  endSessionsOf,
  findSession,
  findSignInLink,
  readSessionCookie,
  type Session,
  takeSignInLink,
  writeSessionCookie,
} from './sessions.ts'
import { signInPage } from './sign-in-page.ts'
import { hashOf, type Secret } from './sql.ts'
import { findOwner } from './tokens.ts'

interface SessionRoutesOptions extends Limits {
  db: Database
  publicUrl: () => string
  mails: Pick<MemberMails, 'areSent' | 'answerStranger' | 'wake'>
  /** The identity provider, as its button is called. */
  provider: string | undefined
}

const SignInBody = Type.Object({
  token: Type.Optional(Type.String()),
  link: Type.Optional(Type.String()),
  keep: Type.Optional(Type.Boolean()),
})
const LinkBody = Type.Object({ email: Type.String({ maxLength: 254 }) })

/** How many links one address, and one network, may ask for in a quarter of an hour. */
const mostLinks = { ofAddress: 5, ofNetwork: 30 }
const linkMinutes = 15

/**
 * Registers `/console/session` (sign in with a token or a link, show who is signed in, sign out), `/console/session/link`
 * (a link by mail), `/console/session/ways` (how one may sign in), and `/console/sign-in`, the page of a link.
 */
export async function sessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): Promise<void> {
  const { db, publicUrl, strangers, checkRate, mails, provider } = options
  const ofAddress = createLimit(app, mostLinks.ofAddress, linkMinutes)
  const ofNetwork = createLimit(app, mostLinks.ofNetwork, linkMinutes)
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
        reply.header('Set-Cookie', writeSessionCookie(begun, publicUrl(), request.body.keep))
        return toShown(await findSession(db, begun.secret))
      },
    )

    scope.get('/console/session', async (request, reply) => {
      const secret = readSessionCookie(request.headers.cookie)
      if (secret === undefined) return reply.code(204).send()
      const session = await sessionOf(request)
      // The cookie of a kept session goes on with it.
      if (session.kept) reply.header('Set-Cookie', writeSessionCookie({ secret }, publicUrl(), true))
      return toShown(session)
    })

    scope.get('/console/session/ways', async () => ({
      mail: mails.areSent,
      ...(provider !== undefined && { provider }),
    }))

    // Members and strangers get one answer after the same work: who it is, is looked up when the mail is written.
    scope.post<{ Body: Static<typeof LinkBody> }>(
      '/console/session/link',
      { schema: { body: LinkBody } },
      async (request, reply) => {
        assertNoForeignPage(request.headers, publicUrl())
        if (!mails.areSent) throw new ApiError(40400, 'This service sends no mail: ask an admin for a link.')
        const { email, key } = parseEmail(request.body.email)
        await ofNetwork.count(request)
        await ofAddress.count(request, key)
        await mails.answerStranger(db, email)
        mails.wake()
        return reply.code(202).send({})
      },
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
      const owner = await strangers.find(request, link, () => findSignInLink(db, link))
      return signInPage(reply, owner ? [{ owner, link }] : [])
    })

    scope.post<{ Body: { link?: string; keep?: string } | undefined }>(
      '/console/sign-in',
      async (request, reply) => {
        assertNoForeignPage(request.headers, publicUrl())
        const kept = request.body?.keep === 'on'
        const begun = await signInByLink(request, textOf(request.body?.link), kept)
        if (!begun) return signInPage(reply, [])
        reply.header('Set-Cookie', writeSessionCookie(begun, publicUrl(), kept))
        return reply.redirect('/console', 303)
      },
    )
  })

  async function signIn(
    request: FastifyRequest<{ Body: Static<typeof SignInBody> }>,
    reply: FastifyReply,
  ): Promise<Secret> {
    const { token, link, keep = false } = request.body
    if (token === undefined && link === undefined) throw new ApiError(40001, 'token: is missing.')
    const begun =
      token === undefined
        ? await signInByLink(request, link ?? '', keep)
        : await signInByToken(request, reply, token.trim(), keep)
    if (begun) return begun
    throw unauthorized(40101, token === undefined ? 'The link was used already, or is too old.' : undefined)
  }

  function signInByLink(request: FastifyRequest, link: string, kept: boolean) {
    return strangers.find(request, link, () => takeSignInLink(db, link, kept))
  }

  /** A sign-in is one of the requests that the token may make. */
  async function signInByToken(request: FastifyRequest, reply: FastifyReply, token: string, kept: boolean) {
    const owner = await strangers.find(request, hashOf(token), () => findOwner(db, token))
    if (!owner) return undefined
    request.owner = owner
    await checkRate(request, reply)
    return createSession(db, { ...owner, token: owner.hash }, kept)
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
