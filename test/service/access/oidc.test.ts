import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import { readConfig } from '../../../service/config.ts'
import { createMotif, type Motif } from '../../../service/motif.ts'
import { freePort } from '../../support/free-port.ts'
import { freshDatabase } from '../../support/fresh-database.ts'

const admin = 'a-token-of-the-first-admin'
let motif: Motif
let url: string
let provider: Server

/**
 * Accounts of the provider, by what people type. Of an address it says what its first word means: `unverified` that it is
 * not, `unsaid` nothing, as Microsoft Entra ID does, `foreign` that another house owns its domain.
 */
async function startProvider(redirectUri: string): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = issuerOf(server)
  const oidc = new Provider(issuer, {
    clients: [{ client_id: 'motif', client_secret: 'secret of the client', redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
    cookies: { keys: ['a key'] },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: sub,
        ...(said[sub.split('@')[0] ?? ''] ?? { email_verified: true }),
      }),
    }),
    // Everybody agrees: what is asked is who signs in.
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  server.on('request', oidc.callback())
  return server
}

const said: Record<string, object> = {
  unverified: { email_verified: false },
  unsaid: {},
  foreign: { xms_edov: false },
}

const issuerOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// What the provider tells those who would operate it.
const quiet = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn')]

beforeAll(async () => {
  for (const spy of quiet) spy.mockImplementation(() => {})
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const redirectUri = `${url}/console/oidc/callback`
  provider = await startProvider(redirectUri)
  const config = readConfig({
    ...(await freshDatabase({})),
    MOTIF_TOKENS: `acme/ada=${admin},other/bob=a-token-of-another-organization`,
    OIDC_ISSUER: issuerOf(provider),
    OIDC_CLIENT_ID: 'motif',
    OIDC_CLIENT_SECRET: 'secret of the client',
    OIDC_NAME: 'Acme ID',
    RATE_LIMIT: '0',
    PORT: String(port),
  })
  motif = await createMotif(config, createLog('silent'))
  await motif.listen()
  await invite('carla@acme.example')
  for (const name of Object.keys(said)) await invite(`${name}@acme.example`)
  await invite('eve@acme.example')
  await invite('eve@acme.example', 'a-token-of-another-organization')
})

afterAll(async () => {
  await motif.stop()
  provider.close()
  for (const spy of quiet) spy.mockRestore()
})

async function invite(email: string, token = admin) {
  const { status } = await fetch(`${url}/v1/members`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: email, email, role: 'editor' }),
  })
  expect(status).toBe(200)
}

/** A browser that goes one step at a time, with the cookies of each host. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>()

  async go(
    to: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; location: string; html: string }> {
    const jar = this.cookies.get(new URL(to).host) ?? new Map<string, string>()
    this.cookies.set(new URL(to).host, jar)
    const response = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location ? new URL(location, to).href : '',
      html: await response.text(),
    }
  }

  get session() {
    return this.cookies.get(new URL(url).host)?.get('motif_session')
  }
}

/** Goes to the provider from here, signs in there, and returns the address to which it sends back. */
async function atProvider(browser: Browser, from: string, account: string): Promise<string> {
  let { location } = await browser.go(from)
  for (let steps = 0; steps < 8 && !location.startsWith(url); steps++) {
    const isAsked = location.includes('/interaction/')
    const form = isAsked ? { prompt: 'login', login: account, password: 'any' } : undefined
    ;({ location } = await browser.go(location, form))
  }
  expect(location).toMatch(/\/console\/oidc\/callback\?/)
  return location
}

/** Where the service sends a browser that wants to sign in. */
async function begin(browser: Browser): Promise<URL> {
  const { status, location } = await browser.go(`${url}/console/oidc`)
  expect(status).toBe(303)
  return new URL(location)
}

/** Nobody is signed in, and the page says why. */
async function expectNobody(browser: Browser, callback: string, why: RegExp) {
  const { status, html } = await browser.go(callback)
  expect([status, html]).toEqual([404, expect.stringMatching(why)])
  expect(browser.session).toBeUndefined()
}

test('a member signs in by their verified address, and the code is bound to who began', async () => {
  const browser = new Browser()
  const asked = await begin(browser)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
  })
  const callback = await atProvider(browser, asked.href, 'Carla@ACME.example')
  // Whoever has only the address of the way back gets nothing by it.
  await expectNobody(new Browser(), callback, /not as it was begun/)
  const back = await browser.go(callback)
  expect([back.status, back.location]).toEqual([303, `${url}/console`])
  const session = await fetch(`${url}/console/session`, {
    headers: { cookie: `motif_session=${browser.session}`, 'sec-fetch-site': 'same-origin' },
  })
  expect(await session.json()).toMatchObject({
    user: 'carla@acme.example',
    organization: 'acme',
    role: 'editor',
  })
  const ways = await (await fetch(`${url}/console/session/ways`)).json()
  expect(ways).toEqual({ mail: false, provider: 'Acme ID' })
})

test('a member of two organizations chooses', async () => {
  const browser = new Browser()
  const { html } = await browser.go(
    await atProvider(browser, (await begin(browser)).href, 'eve@acme.example'),
  )
  expect(html.match(/<button/g)).toHaveLength(2)
  expect(html).toMatch(/of acme,.*of other,/s)
})

test('strangers, and addresses that are not verified, get no session', async () => {
  // Providers of one house know addresses without a domain, with which nobody can be invited.
  for (const address of ['stranger@acme.example', 'stranger@intranet']) {
    const stranger = new Browser()
    const asked = await begin(stranger)
    await expectNobody(stranger, await atProvider(stranger, asked.href, address), /not a member/)
  }
  for (const address of ['unverified@acme.example', 'foreign@acme.example']) {
    const unverified = new Browser()
    const callback = await atProvider(unverified, (await begin(unverified)).href, address)
    await expectNobody(unverified, callback, /not verified/)
  }
})

test('a provider that says nothing of the address, as Microsoft Entra ID, is believed', async () => {
  const browser = new Browser()
  const callback = await atProvider(browser, (await begin(browser)).href, 'unsaid@acme.example')
  expect((await browser.go(callback)).status).toBe(303)
  expect(browser.session).toBeDefined()
})

test('another state, another nonce, another verifier: no session', async () => {
  const state = new Browser()
  const back = new URL(await atProvider(state, (await begin(state)).href, 'carla@acme.example'))
  back.searchParams.set('state', 'another')
  await expectNobody(state, back.href, /not as it was begun/)

  const nonce = new Browser()
  const asked = await begin(nonce)
  asked.searchParams.set('nonce', 'another')
  await expectNobody(nonce, await atProvider(nonce, asked.href, 'carla@acme.example'), /not as it was begun/)

  const challenge = new Browser()
  const other = await begin(challenge)
  other.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  await expectNobody(
    challenge,
    await atProvider(challenge, other.href, 'carla@acme.example'),
    /not as it was begun/,
  )
})

test('a code that was used signs nobody in, with the same cookie too', async () => {
  const browser = new Browser()
  const callback = await atProvider(browser, (await begin(browser)).href, 'carla@acme.example')
  const flow = browser.cookies.get(new URL(url).host)?.get('motif_oidc') ?? ''
  expect((await browser.go(callback)).status).toBe(303)
  const thief = new Browser()
  thief.cookies.set(new URL(url).host, new Map([['motif_oidc', flow]]))
  await expectNobody(thief, callback, /not as it was begun/)
})
