import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashOf } from '../../../service/access/sql.ts'
import type { EditedTemplate } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { type LocalService, otherToken, startLocal, token } from '../events/records.ts'
import { askAs, begin, pageOrigin, ticketOf } from './page.ts'

const source = `page: ${pageOrigin}/spring\nlanguages: [en]\ncontent: [{ selector: h1, type: text, payload: Hi }]\n`
const preflight = {
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
}

forADatabase((database) => {
  let service: LocalService
  let name: string
  let made = 0
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())
  beforeEach(async () => {
    name = `ended-${++made}`
    await api('PUT', `/templates/${name}`, { yaml: source })
  })

  async function api<Body>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = { authorization: `Bearer ${token}` },
  ): Promise<{ status: number; headers: Headers; body: Body }> {
    const answer = await fetch(`${service.url}${path.startsWith('/console') ? '' : '/v1'}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    }
  }
  const ticket = async (headers?: Record<string, string>) =>
    ticketOf((await api<{ url: string }>('POST', `/templates/${name}/edit`, undefined, headers)).body.url)
  const open = async (headers?: Record<string, string>) => {
    const { body } = await begin(service, await ticket(headers))
    return { origin: pageOrigin, session: body.session }
  }
  const read = (page: { origin: string | undefined; session?: string }) =>
    askAs<EditedTemplate & { error?: number }>(service, page, 'GET', '/template')
  const pass = (time: string) =>
    sql`UPDATE credential SET expires_at = expires_at - ${time}::interval WHERE kind IN ('ticket', 'editing')`.execute(
      service.service.db,
    )
  const newToken = async (user: string) =>
    (await api<{ id: string; token: string }>('POST', '/tokens', { user, role: 'editor' })).body
  const bearer = (of: string) => ({ authorization: `Bearer ${of}` })

  async function signIn(of: string) {
    const own = { origin: service.url, 'sec-fetch-site': 'same-origin' }
    const { headers } = await api('POST', '/console/session', { token: of }, own)
    return { ...own, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  /** Says that the session is over, and that its own page is told so. */
  async function expectOver(page: { origin: string; session: string }) {
    const answer = await read(page)
    expect([answer.status, answer.body.error, answer.isReadable]).toEqual([401, 40101, true])
  }

  test('a ticket opens once, however many try at once', async () => {
    const one = await ticket()
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(service, one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(7).fill(401)])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.every(({ isReadable }) => !isReadable)).toBe(true)
    expect((await begin(service, one)).body).toMatchObject({ error: 40101 })
  })

  test('a ticket is good for ten minutes, the session for two hours', async () => {
    const [late, early] = [await ticket(), await ticket()]
    await pass('9 minutes 50 seconds')
    const { body } = await begin(service, early)
    await pass('10 seconds')
    expect((await begin(service, late)).status).toBe(401)
    const page = { origin: pageOrigin, session: body.session }
    await pass('1 hour 59 minutes')
    expect((await read(page)).status).toBe(200)
    await pass('1 minute')
    await expectOver(page)
  })

  test('from another origin, or from none, nothing opens and nothing is to be read', async () => {
    const one = await ticket()
    const page = await open()
    const strangers = [
      ...['https://evil.example', 'http://www.example.com', 'https://www.example.com:8443', 'null'],
      ...['https://example.com', 'https://www.example.com.evil.example', '*', undefined],
    ]
    for (const origin of strangers) {
      const begun = await askAs(service, { origin }, 'POST', '/session', { ticket: one })
      const answer = await read({ ...page, origin })
      for (const { status, headers, body } of [begun, answer]) {
        expect([status, (body as { error?: number }).error]).toEqual([401, 40101])
        expect(headers.get('access-control-allow-origin')).toBeNull()
      }
    }
    const unknown = await read({ origin: pageOrigin, session: 'x'.repeat(43) })
    const elsewhere = await read({ ...page, origin: 'https://evil.example' })
    expect(unknown.body).toEqual(elsewhere.body)
    expect([unknown.isReadable, (await read({ origin: pageOrigin })).body.error]).toEqual([false, 40100])
    // The ticket was not used up by them.
    expect((await begin(service, one)).status).toBe(200)
    expect((await read(page)).status).toBe(200)
  })

  test('a ticket is no session, and a session is no ticket', async () => {
    const [one, page] = [await ticket(), await open()]
    expect((await read({ origin: pageOrigin, session: one })).status).toBe(401)
    expect((await begin(service, page.session)).status).toBe(401)
  })

  test('a preflight is answered alike to every origin, and says nothing of templates', async () => {
    const answers = await Promise.all(
      [pageOrigin, 'https://evil.example'].map((origin) =>
        askAs(service, { origin }, 'OPTIONS', '/template', undefined, preflight),
      ),
    )
    for (const { status, headers, isReadable } of answers) {
      expect([status, isReadable]).toEqual([204, true])
      expect(headers.get('access-control-allow-methods')).toBe('GET, PUT')
      expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
      expect(headers.get('vary')).toContain('Origin')
    }
    expect((await askAs(service, { origin: pageOrigin }, 'OPTIONS', '/nothing')).status).toBe(404)
  })

  test('a page of the service’s own origin reads without naming it, as browsers do', async () => {
    await api('PUT', `/templates/${name}`, { yaml: source.replace(pageOrigin, service.url) })
    const { body } = await begin(service, await ticket(), service.url)
    const get = (site: string) =>
      askAs(service, { origin: undefined, session: body.session }, 'GET', '/template', undefined, {
        'sec-fetch-site': site,
      })
    expect([(await get('same-origin')).status, (await get('cross-site')).status]).toEqual([200, 401])
  })

  test('it ends with Save & close', async () => {
    const [page, other] = [await open(), await open()]
    expect((await askAs(service, page, 'DELETE', '/session')).status).toBe(204)
    await expectOver(page)
    expect((await read(other)).status).toBe(200)
  })

  test('it ends when its token is revoked, and so does a ticket', async () => {
    const { id, token: own } = await newToken('cleo')
    const [page, unused] = [await open(bearer(own)), await ticket(bearer(own))]
    expect((await read(page)).body.name).toBe(name)
    await api('DELETE', `/tokens/${id}`)
    await expectOver(page)
    expect((await begin(service, unused)).status).toBe(401)
  })

  test('it ends with the session of the console that it came from, and with that one’s token', async () => {
    const { id, token: own } = await newToken('dora')
    const [first, second] = [await signIn(own), await signIn(own)]
    const [one, two] = [await open(first), await open(second)]
    await api('DELETE', '/console/session', undefined, first)
    await expectOver(one)
    expect((await read(two)).status).toBe(200)
    await api('DELETE', `/tokens/${id}`)
    await expectOver(two)
  })

  test('it lasts no longer than the session of the console', async () => {
    const { token: own } = await newToken('eve')
    const signedIn = await signIn(own)
    await sql`
      UPDATE credential SET expires_at = now() + interval '1 hour' WHERE kind = 'session' AND user_name = 'eve'`.execute(
      service.service.db,
    )
    const { body } = await begin(service, await ticket(signedIn))
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(3_600_000)
    await pass('1 hour')
    await expectOver({ origin: pageOrigin, session: body.session })
  })

  test('signing out everywhere ends all of the user, and nobody else’s', async () => {
    const [{ token: own }, { token: theirs }] = [await newToken('finn'), await newToken('gwen')]
    const signedIn = await signIn(own)
    const pages = [await open(signedIn), await open(bearer(own))]
    const [unused, other] = [await ticket(bearer(own)), await open(bearer(theirs))]
    expect((await api('DELETE', '/console/sessions', undefined, signedIn)).status).toBe(204)
    for (const page of pages) await expectOver(page)
    expect((await begin(service, unused)).status).toBe(401)
    expect((await read(other)).status).toBe(200)
  })

  test('the console lists who edits, and ends it', async () => {
    const [page, unused] = [await open(), await ticket()]
    const path = `/templates/${name}/edit`
    const listed = await api<{ sessions: object[] }>('GET', path)
    expect(listed.body.sessions).toEqual([
      { user: 'ada', begunAt: expect.any(String), expiresAt: expect.any(String) },
    ])
    for (const method of ['GET', 'DELETE'])
      expect((await api(method, path, undefined, bearer(otherToken))).status).toBe(404)
    expect((await read(page)).status).toBe(200)
    expect((await api('DELETE', path)).status).toBe(204)
    await expectOver(page)
    expect((await begin(service, unused)).status).toBe(401)
    expect((await api<{ sessions: object[] }>('GET', path)).body.sessions).toEqual([])
  })

  test('it ends with its template, also where one of the same name is stored again', async () => {
    const [page, unused] = [await open(), await ticket()]
    await api('DELETE', `/templates/${name}`)
    await expectOver(page)
    await api('PUT', `/templates/${name}`, { yaml: source })
    await expectOver(page)
    expect((await begin(service, unused)).status).toBe(401)
  })

  test('it ends where the template’s page moves to another origin', async () => {
    const page = await open()
    await api('PUT', `/templates/${name}`, { yaml: source.replace('/spring', '/summer') })
    expect((await read(page)).status).toBe(200)
    await api('PUT', `/templates/${name}`, { yaml: source.replace('www.', 'www2.') })
    await expectOver(page)
  })

  test('hashes alone are kept, and maintenance forgets what is over', async () => {
    const { db, maintain } = service.service
    const [page, unused] = [await open(), await ticket()]
    const kept = JSON.stringify(
      (await sql`SELECT * FROM credential WHERE kind IN ('ticket', 'editing')`.execute(db)).rows,
    )
    for (const secret of [page.session, unused]) {
      expect(kept).toContain(hashOf(secret))
      expect(kept).not.toContain(secret)
    }
    await maintain(Date.now())
    expect((await read(page)).status).toBe(200)
    await pass('3 hours 1 minute')
    await maintain(Date.now())
    expect(
      (await sql`SELECT * FROM credential WHERE kind IN ('ticket', 'editing')`.execute(db)).rows,
    ).toEqual([])
  })
})

test('who tries tickets or sessions is refused, but for a session that was open lately', async () => {
  await using service = await startLocal()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const at = `${service.url}/v1/templates/tried`
  await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ yaml: source }) })
  const { url } = (await (await fetch(`${at}/edit`, { method: 'POST', headers })).json()) as { url: string }
  const from = { 'x-forwarded-for': '198.51.100.9' }
  const { body } = await begin(service, ticketOf(url))
  const ask = (session: string) =>
    askAs(service, { origin: pageOrigin, session }, 'GET', '/template', undefined, from)
  expect((await ask(body.session)).status).toBe(200)
  const tries = await Promise.all(
    Array.from({ length: 610 }, (_, each) =>
      each % 2
        ? ask(`${each}`.padStart(43, 'x'))
        : askAs(service, { origin: pageOrigin }, 'POST', '/session', { ticket: `${each}` }, from),
    ),
  )
  expect(tries.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(600)
  const refused = await ask('y'.repeat(43))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)])
  expect((await ask(body.session)).status).toBe(200)
})
