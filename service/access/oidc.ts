import type { Configuration } from 'openid-client'
import type { Config } from '../config.ts'

/** The identity provider. */
export type Oidc = ReturnType<typeof createOidc>

/** What has to be remembered between the way to the provider and the way back. */
type OidcFlow = Record<'state' | 'nonce' | 'verifier', string>

/** The provider's answers are waited for this long, in seconds. */
const timeoutSeconds = 10
/** What a provider's configuration is good for: keys and addresses change seldom. */
const configurationMs = 60 * 60 * 1000

/**
 * Creates sign-in by OpenID Connect: authorization code with PKCE (RFC 7636). The provider is asked for its configuration when
 * somebody wants to sign in, so that the service starts without it.
 */
export function createOidc(config: NonNullable<Config['oidc']>, publicUrl: () => string) {
  const redirectUri = () => `${publicUrl()}/console/oidc/callback`
  let known: { configuration: Promise<Configuration>; until: number } | undefined

  async function configurationOf(): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.configuration
    const asked = { configuration: discover(config), until: Date.now() + configurationMs }
    known = asked
    asked.configuration.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.configuration
  }

  return {
    name: config.name,
    /** Where somebody has to go, and what has to be known when they come back. Throws if the provider does not answer. */
    async begin(): Promise<{ url: string; flow: OidcFlow }> {
      const client = await import('openid-client')
      const configuration = await configurationOf()
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(),
        scope: 'openid email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, flow }
    },
    /**
     * The address of whoever comes back to this URL. Undefined if there is none, or the provider says that it is not
     * verified. Throws if anything is not as it was begun: state, nonce, issuer, audience, signature, a code that was used.
     */
    async finish(url: URL, { state, nonce, verifier }: OidcFlow): Promise<string | undefined> {
      const client = await import('openid-client')
      const configuration = await configurationOf()
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) return undefined
      // Many providers tell the address to those alone who ask for it.
      const told =
        claims.email === undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims
      return typeof told.email === 'string' && !saysUnverified({ ...claims, ...told })
        ? told.email
        : undefined
    },
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

async function discover({
  issuer,
  clientId,
  clientSecret,
}: NonNullable<Config['oidc']>): Promise<Configuration> {
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
