import type { FastifyInstance } from 'fastify'
import type { Configuration } from 'openid-client'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import type { Strangers } from '../base/http/plugins/limits.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Config } from '../config.ts'
import { findMembersByAddress, type MemberRow } from './members.ts'
import { holderOf, signInLinkSeconds } from './routes.ts'
import { signInPage } from './session-routes.ts'
import { createSession, createSignInLink, readCookie, writeSessionCookie } from './sessions.ts'

type OidcConfig = NonNullable<Config['oidc']>

interface OidcRoutesOptions {
  db: Database
  log: Logger
  config: OidcConfig
  publicUrl: () => string
  strangers: Strangers
}

const path = '/console/oidc'
const cookieName = 'motif_oidc'
const flowSeconds = 10 * 60
const timeoutSeconds = 10
/** What a provider's configuration is good for: keys and addresses change seldom. */
const configurationMs = 60 * 60 * 1000

/**
 * Registers the way to the identity provider (`/console/oidc`) and the way back: authorization code with PKCE (RFC 7636). The
 * provider is asked for its configuration when somebody wants to sign in, so that the service starts without it.
 */
export function oidcRoutes(app: FastifyInstance, options: OidcRoutesOptions): void {
  const { db, log, config, publicUrl, strangers } = options
  let known: { configuration: Configuration; until: number } | undefined

  async function provider() {
    const client = await import('openid-client')
    if (!known || known.until < Date.now())
      known = { configuration: await discover(config), until: Date.now() + configurationMs }
    return { client, configuration: known.configuration }
  }

  app.get<{ Querystring: { keep?: string } }>(path, async (request, reply) => {
    await strangers.misses.assertLeft(request)
    reply.header('Cache-Control', 'no-store')
    try {
      const { client, configuration } = await provider()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const verifier = client.randomPKCECodeVerifier()
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: `${publicUrl()}${path}/callback`,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const flow = [state, nonce, verifier, request.query.keep === '1' ? 'keep' : ''].join('.')
      return reply.header('Set-Cookie', flowCookie(flow)).redirect(url.href, 303)
    } catch (error) {
      log.error({ err: error }, 'the identity provider does not answer: check OIDC_ISSUER')
      return signInPage(reply, [], providerAway)
    }
  })

  app.get(`${path}/callback`, async (request, reply) => {
    const { headers, url } = request
    await strangers.misses.assertLeft(request)
    const [state = '', nonce = '', verifier = '', keep] =
      readCookie(headers.cookie, cookieName)?.split('.') ?? []
    // What was begun is finished once, whatever comes of it.
    reply.headers({ 'Cache-Control': 'no-store', 'Set-Cookie': flowCookie() })
    const address = verifier ? await addressOf(url, { state, nonce, verifier }) : null
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

  /**
   * The address of whoever comes back to this URL. Undefined if there is none, or the provider says that it is not verified.
   * Null if anything is not as it was begun: state, nonce, issuer, audience, signature, a code that was used.
   */
  async function addressOf(url: string, flow: Record<'state' | 'nonce' | 'verifier', string>) {
    try {
      const { client, configuration } = await provider()
      const tokens = await client.authorizationCodeGrant(configuration, new URL(url, publicUrl()), {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) return undefined
      // Many providers tell the address to those alone who ask for it.
      const { email = claims.email, ...told } =
        claims.email === undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims
      return typeof email === 'string' && !saysUnverified({ ...claims, ...told }) ? email : undefined
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

/**
 * Whether the provider says that an address is not verified. Microsoft Entra ID leaves `email_verified` out; it can be made
 * to say `xms_edov`, as a boolean or a number.
 * https://learn.microsoft.com/entra/identity-platform/optional-claims-reference
 */
function saysUnverified({ email_verified, xms_edov }: Record<string, unknown>): boolean {
  return [email_verified, xms_edov].some((said) => /^(false|0)$/i.test(String(said)))
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const client = await import('openid-client')
  const authentication: import('openid-client').ClientAuth = (server, ...request) => {
    // RFC 8414 §2: whoever says nothing takes Basic.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const make = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    return make(clientSecret)(server, ...request)
  }
  const isLocal = new URL(issuer).protocol === 'http:'
  return client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // The ID token's signature is checked as well as its way. Without TLS, which settings allow on this machine only, it is all there is.
    execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
  })
}

const again = '<a href="/console">Sign in again</a>'
const providerAway = `<h1>The provider does not answer</h1><p>Try again later, or ${again} another way.</p>`
const notAsBegun = `<h1>Nobody is signed in</h1><p>This was not as it was begun, or is too old. ${again}.</p>`
const unverified = `<h1>Your address is not verified</h1><p>Have your provider verify it, then ${again}.</p>`
const noMember = `<h1>You are not a member</h1><p>Ask an admin to invite the address that your provider knows. ${again}.</p>`
