import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import type { Strangers } from '../base/http/plugins/limits.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { DomainError } from '../base/words/errors.ts'
import { holderOf, signInLinkSeconds } from './member-routes.ts'
import { findMembersByAddress, type MemberRow } from './members.ts'
import type { Oidc } from './oidc.ts'
import { createSession, createSignInLink, readCookie, writeSessionCookie } from './sessions.ts'
import { signInPage } from './sign-in-page.ts'

interface OidcRoutesOptions {
  db: Database
  log: Logger
  oidc: Oidc
  publicUrl: () => string
  strangers: Strangers
}

const path = '/console/oidc'
const cookieName = 'motif_oidc'
const flowSeconds = 10 * 60

/** Registers the way to the identity provider (`/console/oidc`) and the way back. */
export function oidcRoutes(app: FastifyInstance, options: OidcRoutesOptions): void {
  const { db, log, oidc, publicUrl, strangers } = options

  app.get<{ Querystring: { keep?: string } }>(path, async (request, reply) => {
    const { query } = request
    await strangers.misses.assertLeft(request)
    reply.header('Cache-Control', 'no-store')
    try {
      const { url, flow } = await oidc.begin()
      const { state, nonce, verifier } = flow
      const begun = [state, nonce, verifier, query.keep === '1' ? 'keep' : ''].join('.')
      return reply.header('Set-Cookie', flowCookie(begun)).redirect(url, 303)
    } catch (error) {
      log.error({ err: error }, 'the identity provider does not answer: check OIDC_ISSUER')
      return signInPage(reply, [], providerAway)
    }
  })

  app.get(`${path}/callback`, async (request, reply) => {
    const { headers, url } = request
    await strangers.misses.assertLeft(request)
    const begun = readCookie(headers.cookie, cookieName) ?? ''
    // What was begun is finished once, whatever comes of it.
    reply.headers({ 'Cache-Control': 'no-store', 'Set-Cookie': flowCookie() })
    const [state = '', nonce = '', verifier = '', keep] = begun.split('.')
    const address = await addressOf(url, { state, nonce, verifier })
    if (!address) {
      await strangers.misses.count(request)
      return signInPage(reply, [], address === undefined ? unverified : notAsBegun)
    }
    const members = await findMembers(address)
    const [only] = members
    if (!only) return signInPage(reply, [], noMember)
    if (members.length > 1) return signInPage(reply, await Promise.all(members.map(offerOf)))
    const { secret } = await createSession(db, holderOf(only), keep === 'keep')
    reply.header('Set-Cookie', writeSessionCookie({ secret }, publicUrl(), keep === 'keep'))
    return reply.redirect('/console', 303)
  })

  /** Null if anything is not as it was begun, undefined if the address is not verified. */
  async function addressOf(url: string, flow: Parameters<Oidc['finish']>[1]) {
    // Nothing was begun in this browser.
    if (!flow.verifier) return null
    try {
      return await oidc.finish(new URL(url, publicUrl()), flow)
    } catch (error) {
      log.warn({ err: error }, 'a sign-in by the identity provider was refused')
      return null
    }
  }

  /** Nobody is a member by what is no address here, such as one without a domain. */
  async function findMembers(address: string): Promise<MemberRow[]> {
    try {
      return await findMembersByAddress(db, parseEmail(address))
    } catch (error) {
      if (error instanceof DomainError) return []
      throw error
    }
  }

  async function offerOf(row: MemberRow) {
    const owner = holderOf(row)
    return { owner, link: (await createSignInLink(db, owner, signInLinkSeconds)).secret }
  }

  /** `Lax`: it has to come along when the provider sends somebody back. */
  function flowCookie(flow = ''): string {
    const secure = publicUrl().startsWith('https:') ? '; Secure' : ''
    const lasts = flow ? flowSeconds : 0
    return `${cookieName}=${flow}; Path=${path}; Max-Age=${lasts}; HttpOnly; SameSite=Lax${secure}`
  }
}

const again = '<a href="/console">Sign in again</a>'
const providerAway = `<h1>The provider does not answer</h1><p>Try again later, or ${again} another way.</p>`
const notAsBegun = `<h1>Nobody is signed in</h1><p>This was not as it was begun, or is too old. ${again}.</p>`
const unverified = `<h1>Your address is not verified</h1><p>Have your provider verify it, then ${again}.</p>`
const noMember = `<h1>You are not a member</h1><p>Ask an admin to invite the address that your provider knows. ${again}.</p>`
