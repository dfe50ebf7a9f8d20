import { type Static, Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { sendPlainPage } from '../base/http/plain-page.ts'
import { refuseCodedBodies } from '../base/http/plugins/json-body.ts'
import { createLimit, type Limits } from '../base/http/plugins/limits.ts'
import { ApiError, unauthorized } from '../base/http/schemas/error-codes.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { escapeHtml } from '../base/words/html.ts'
import { assertNoForeignPage, assertOwnPage } from './access.ts'
import type { MemberMails } from './routes.ts'
import {
  createSession,
  endSession,
  endSessionsOf,
  findSession,
  readCookie,
  takeSignInLink,
  writeSessionCookie,
} from './sessions.ts'
import { find, type Holder, hashOf, type Secret, type Session } from './sql.ts'

interface SessionRoutesOptions extends Limits {
  db: Database
  publicUrl: () => string
  mails: Pick<MemberMails, 'areSent' | 'answerStranger' | 'wake'>
  /** The identity provider, as its button is called. */
  provider: string | undefined
}

const text = Type.Optional(Type.String())
const SignInBody = Type.Object({ token: text, link: text, keep: Type.Optional(Type.Boolean()) })
const LinkBody = Type.Object({ email: Type.String({ maxLength: 254 }) })

/** How many links one address, and one network, may ask for. */
const mostLinks = { ofAddress: 5, ofNetwork: 30, minutes: 15 }

/** Registers how people sign in and out: `/console/session…`, and `/console/sign-in`, the page of a link. */
export async function sessionRoutes(app: FastifyInstance, options: SessionRoutesOptions): Promise<void> {
  const { db, publicUrl, strangers, checkRate, mails, provider } = options
  const ofAddress = createLimit(app, mostLinks.ofAddress, mostLinks.minutes)
  const ofNetwork = createLimit(app, mostLinks.ofNetwork, mostLinks.minutes)
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
        return toShown(await sessionBy(begun.secret))
      },
    )

    scope.get('/console/session', async (request, reply) => {
      const secret = readCookie(request.headers.cookie)
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
      const secret = readCookie(request.headers.cookie)
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
      const owner = await strangers.find(request, link, () => find(db, 'link', link))
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
    if (token === undefined) {
      if (link === undefined) throw new ApiError(40001, 'token: is missing.')
      const begun = await signInByLink(request, link, keep)
      if (begun) return begun
      throw unauthorized(40101, 'The link was used already, or is too old.')
    }
    const secret = token.trim()
    const owner = await strangers.find(request, hashOf(secret), () => find(db, 'token', secret))
    if (!owner) throw unauthorized(40101)
    // A sign-in is one of the requests that the token may make.
    request.owner = owner
    await checkRate(request, reply)
    return createSession(db, { ...owner, parent: owner.hash }, keep)
  }

  function signInByLink(request: FastifyRequest, link: string, kept: boolean) {
    return strangers.find(request, link, () => takeSignInLink(db, link, kept))
  }

  async function sessionOf({ headers }: FastifyRequest): Promise<Session> {
    const secret = readCookie(headers.cookie)
    if (secret === undefined) throw unauthorized(40100, 'Nobody is signed in.')
    assertOwnPage(headers, publicUrl())
    return sessionBy(secret)
  }

  async function sessionBy(secret: string): Promise<Session> {
    const session = await findSession(db, secret)
    if (session) return session
    throw unauthorized(40101, 'The session has ended: sign in again.')
  }

  function signedOut(reply: FastifyReply): FastifyReply {
    return reply.header('Set-Cookie', writeSessionCookie(undefined, publicUrl())).code(204).send()
  }
}

/** A parameter that is missing or occurs twice names no link. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function toShown({ organization, user, role, expiresAt }: Session) {
  return { organization, user, role, expiresAt }
}

/** Sends the page of a sign-in link: a button for each organization, because mail scanners open links, or `why` there is none. */
export function signInPage(reply: FastifyReply, offers: Offer[], why = isOver): FastifyReply {
  const body = offers.length > 0 ? `<h1>Sign in to Motif</h1>${offers.map(invitation).join('')}` : why
  // `same-origin` lets the form send its origin.
  const page = { title: 'Sign in', body, headers: { 'Referrer-Policy': 'same-origin' } }
  return sendPlainPage(reply, offers.length > 0 ? 200 : 404, page)
}

interface Offer {
  /** As whom the link signs in. */
  owner: Holder
  link: string
}

function invitation({ owner: { organization, user, role }, link }: Offer): string {
  return `<form method="post" action="/console/sign-in">
<p>As ${escapeHtml(user)} of ${escapeHtml(organization)}, with the role ${role}.</p>
<input type="hidden" name="link" value="${escapeHtml(link)}">
<label><input type="checkbox" name="keep"> Keep me signed in</label>
<button type="submit">Sign in</button></form>`
}

/** Why a link signs nobody in. */
const isOver = `<h1>This link no longer works</h1>
<p>It has been used already, or is too old. Ask for a new one, or <a href="/console">sign in another way</a>.</p>`
