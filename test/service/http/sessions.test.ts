import { beforeAll, expect, test } from 'vitest'
import { createContent, expectError, withApi } from './support.ts'

const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

interface Session {
  organization: string
  user: string
  role: string
  expiresAt: string
}

withApi((api) => {
  let own: Record<string, string>
  beforeAll(() => {
    own = { origin: api().url, 'sec-fetch-site': 'same-origin' }
  })
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? ''
  const signIn = async (body: object, headers: Record<string, string> = own) =>
    api().request<Session>('POST', '/console/session', { token: '', body, headers })
  const withCookie = <Body = unknown>(
    method: string,
    path: string,
    cookie: string,
    headers = own,
    body?: object,
  ) =>
    api().request<Body>(method, path, { token: '', headers: { ...headers, cookie }, ...(body && { body }) })
  const newToken = async (role: string, user = 'member') =>
    (await api().request<{ id: string; token: string }>('POST', '/v1/tokens', { body: { user, role } })).body
  let invited = 0
  const invite = async (name: string, role: string) => {
    invited += 1
    const body = { name, email: `colleague-${invited}@sessions.example`, role }
    return (await api().request<{ id: string; url: string }>('POST', '/v1/members', { body })).body
  }

  test('an access token makes a session that its cookie names, with its role', async () => {
    const { token } = await newToken('viewer')
    const begun = await signIn({ token: ` ${token} ` })
    expect(begun).toMatchObject({
      status: 200,
      body: { organization: 'acme', user: 'member', role: 'viewer' },
    })
    const hours = (Date.parse(begun.body.expiresAt) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12)
    const attributes = begun.headers.get('set-cookie')?.split('; ').slice(1)
    expect(attributes).toEqual(['Path=/', 'Max-Age=43200', 'HttpOnly', 'SameSite=Strict'])
    const cookie = cookieOf(begun)
    expect(cookie).toMatch(/^motif_session=[\w-]{43}$/)
    expect((await withCookie('GET', '/console/session', cookie)).body).toEqual(begun.body)
    for (const path of ['/v1/prospects', '/results/content'])
      expect((await withCookie('GET', path, `a=b; ${cookie}; c=d`)).status).toBe(200)
    const refused = await withCookie('POST', '/v1/prospects', cookie, own, { email: 'x@y.example' })
    expect(expectError(refused, 40300)).toContain('editor')
  })

  test('a token or link that is none signs nobody in', async () => {
    for (const body of [{ token: 'nonsense' }, { link: 'nonsense' }, { token: '' }])
      expectError(await signIn(body), 40101)
    expectError(await signIn({}), 40001)
    expectError(await signIn({ token: api().token }, evil), 40300)
    expect((await api().request('GET', '/console/session', { token: '' })).status).toBe(204)
    for (const cookie of ['motif_session=', 'motif_session', 'xmotif_session=a'])
      expectError(await withCookie('GET', '/v1/prospects', cookie), 40100)
    expectError(await withCookie('GET', '/v1/prospects', 'motif_session=nonsense'), 40101)
  })

  test('a cookie is good from the own pages alone, downloads too', async () => {
    const cookie = cookieOf(await signIn({ token: api().token }))
    const { id } = await createContent(api())
    const statusWith = async (headers: Record<string, string>, path = '/v1/prospects') =>
      (await withCookie('GET', path, cookie, headers)).status
    const host = new URL(api().url).host
    const cases: [Record<string, string>, number][] = [
      [own, 200],
      [{ origin: api().url }, 200],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ 'sec-fetch-site': 'none' }, 200],
      [{}, 403],
      [evil, 403],
      [{ origin: 'null' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
      [{ origin: api().url, 'sec-fetch-site': 'same-site' }, 403],
      [{ origin: `https://${host}` }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
    ]
    for (const [headers, status] of cases)
      expect(await statusWith(headers), JSON.stringify(headers)).toBe(status)
    expect(await statusWith({ 'sec-fetch-site': 'none' }, `/results/content/${id}/events`)).toBe(200)
    expectError(await withCookie('DELETE', '/console/session', cookie, evil), 40300)
    expectError(await withCookie('POST', '/v1/prospects', cookie, evil, { email: 'x@y.example' }), 40300)
    const headers = { ...evil, cookie, authorization: `Bearer ${api().token}` }
    expect((await api().request('GET', '/v1/prospects', { token: '', headers })).status).toBe(200)
  })

  test('signing out ends the session; everywhere, all of the user', async () => {
    const { token } = await newToken('editor', 'ann')
    const stranger = cookieOf(await signIn({ token: (await newToken('editor', 'bea')).token }))
    const [first, second, third] = [
      cookieOf(await signIn({ token })),
      cookieOf(await signIn({ token })),
      cookieOf(await signIn({ token })),
    ]
    const status = async (cookie: string) => (await withCookie('GET', '/v1/prospects', cookie)).status
    const out = await withCookie('DELETE', '/console/session', first)
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toMatch(/^motif_session=; Path=\/; Max-Age=0/)
    expect([await status(first), await status(second)]).toEqual([401, 200])
    expect((await withCookie('DELETE', '/console/sessions', second)).status).toBe(204)
    expect([await status(second), await status(third), await status(stranger)]).toEqual([401, 401, 200])
    expect((await api().request('DELETE', '/console/session', { token: '' })).status).toBe(204)
  })

  test('a session ends when its token is revoked', async () => {
    const { id, token } = await newToken('admin')
    const cookie = cookieOf(await signIn({ token }))
    expect((await withCookie('DELETE', `/v1/tokens/${id}`, cookie)).status).toBe(204)
    expectError(await withCookie('GET', '/v1/prospects', cookie), 40101)
  })

  test('the link of an invitation opens a page with one button, and signs in once', async () => {
    const { url } = await invite('<Ida> & "Co"', 'editor')
    expect(new URL(url).origin).toBe(api().url)
    const open = () => fetch(url)
    for (let at = 0; at < 3; at++) await open()
    const page = await open()
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html.match(/<button/g)).toHaveLength(1)
    expect(html).toContain('&lt;Ida&gt; &amp; &quot;Co&quot; of acme')
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(page.headers.get('cache-control')).toBe('no-store')

    const link = new URL(url).searchParams.get('link') ?? ''
    const press = (headers: Record<string, string>) =>
      fetch(new URL('/console/sign-in', url), {
        method: 'POST',
        body: new URLSearchParams({ link }),
        redirect: 'manual',
        headers,
      })
    expect((await press(evil)).status).toBe(403)
    const pressed = await Promise.all(Array.from({ length: 5 }, () => press(own)))
    expect(pressed.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404])
    const done = pressed.find(({ status }) => status === 303) as Response
    expect(done.headers.get('location')).toBe('/console')
    const session = await withCookie<Session>('GET', '/console/session', cookieOf(done))
    expect(session.body).toMatchObject({ user: '<Ida> & "Co"', role: 'editor' })
    expect((await open()).status).toBe(404)
  })
})
