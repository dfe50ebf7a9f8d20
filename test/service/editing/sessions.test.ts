import { expect, test } from 'vitest'
import type { EditedTemplate, EditorProspect } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { createProspect } from '../../support/records.ts'
import { expectError } from '../http/support.ts'
import { headline, openDesk, source } from './desk.ts'
import { type AskingPage, begin, pageOrigin, ticketOf } from './page.ts'

forADatabase((database) => {
  const { api, put, openLink, ask, open } = openDesk(database)

  test('a link leads to the page as it is, with a ticket in its fragment, for ten minutes', async () => {
    await put('linked')
    const { status, body } = await openLink('linked')
    expect(status).toBe(200)
    expect(body.url).toMatch(/^https:\/\/www\.example\.com\/spring\?for=all#motif-edit=[\w-]{43}$/)
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9.8)
    expect(minutes).toBeLessThanOrEqual(10)
    expect((await openLink('linked')).body.url).not.toBe(body.url)
    await put('linked', source.replace('?for=all ', '#pricing '))
    expect((await openLink('linked')).body.url).toMatch(/\/spring#pricing&motif-edit=[\w-]{43}$/)
  })

  test('without a page, a sound text, or the role there is no link', async () => {
    await put('pageless', 'languages: [en]\ncontent: []\n')
    expect(expectError(await openLink('pageless'), 40003)).toContain('page')
    expect(expectError(await openLink('broken'), 40003)).toContain('line ')
    expectError(await openLink('no-such'), 40400)
    expectError(await openLink('pageless', api().otherToken), 40400)
    const body = { user: 'looks', role: 'viewer' }
    const viewer = await api().request<{ token: string }>('POST', '/v1/tokens', { body })
    expectError(await openLink('launch', viewer.body.token), 40300)
    expectError(await openLink('launch', ''), 40100)
  })

  test('the page gets a session for the ticket, and what the template says', async () => {
    await put('whole')
    const begun = await begin(api(), `${ticketOf((await openLink('whole')).body.url)}-2`)
    expect(begun).toMatchObject({ status: 200, isReadable: true })
    expect(begun.body).toEqual({
      session: expect.stringMatching(/^[\w-]{43}$/),
      template: 'whole',
      expiresAt: expect.any(String),
      item: 2,
    })
    const hours = (Date.parse(begun.body.expiresAt) - Date.now()) / 3_600_000
    expect(Math.abs(hours - 2)).toBeLessThan(0.1)
    const page = { origin: pageOrigin, session: begun.body.session }
    const read = await ask<EditedTemplate>(page, 'GET', '/template')
    expect(read).toMatchObject({ status: 200, isReadable: true })
    expect(read.headers.get('access-control-allow-credentials')).toBeNull()
    expect(read.headers.get('cache-control')).toBe('no-store')
    expect(read.body).toMatchObject({
      name: 'whole',
      version: 1,
      page: `${pageOrigin}/spring?for=all`,
      languages: ['en', 'de'],
      content: [
        {
          selector: 'h1',
          type: 'text',
          payload: { en: "{{ prospect.company | default: 'You' }}, hello", de: 'Hallo {{ prospect.name }}' },
        },
        { selector: '.lead', type: 'html', payload: '<p>{{ prospect.additional.city }}</p>' },
      ],
      analytics: [{ id: 'cta', selector: '.cta', type: 'click', goal: true }],
      savedBy: { user: 'ada', at: expect.any(String) },
    })
    expect(read.body.fields).toEqual(expect.arrayContaining(['company', 'name', 'email', 'profile']))
  })

  test('a session knows its own template alone, and is no token', async () => {
    const page = await open('mine')
    await put('theirs')
    for (const [method, path] of [
      ['GET', '/v1/templates/mine'],
      ['GET', '/v1/prospects'],
      ['POST', '/v1/templates/mine/edit'],
      ['GET', '/results/content'],
      ['GET', '/v1/live'],
    ] as const)
      expectError(await api().request(method, path, { token: page.session }), 40101)
    expectError(
      await api().request('POST', '/console/session', { token: '', body: { token: page.session } }),
      40101,
    )
    expectError(await ask(page, 'GET', '/template/theirs'), 40400)
    expectError(await ask(page, 'DELETE', '/template'), 40500)
    expectError(await ask({ origin: pageOrigin, session: api().token }, 'GET', '/template'), 40101)
  })

  const ticket = async (name: string, token?: string) => ticketOf((await openLink(name, token)).body.url)
  const read = (page: AskingPage) => ask<EditedTemplate & { error?: number }>(page, 'GET', '/template')

  /** Says that the session is over, and that its own page is told so. */
  async function expectOver(page: AskingPage) {
    const answer = await read(page)
    expect([answer.status, answer.body.error, answer.isReadable]).toEqual([401, 40101, true])
  }

  test('a ticket opens once, however many try at once', async () => {
    await put('once')
    const one = await ticket('once')
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(api(), one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(7).fill(401)])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.every(({ isReadable }) => !isReadable)).toBe(true)
  })

  test('from another origin, or from none, nothing opens and nothing is to be read', async () => {
    const page = await open('strangers')
    const one = await ticket('strangers')
    for (const origin of ['https://evil.example', 'http://www.example.com', 'null', undefined]) {
      const begun = await begin(api(), one, origin ?? '')
      for (const { status, headers } of [begun, await read({ ...page, origin })]) {
        expect(status).toBe(401)
        expect(headers.get('access-control-allow-origin')).toBeNull()
      }
    }
    // The ticket was not used up by them.
    expect((await begin(api(), one)).status).toBe(200)
    expect((await read(page)).status).toBe(200)
  })

  test('a preflight is answered alike to every origin, and says nothing of templates', async () => {
    for (const origin of [pageOrigin, 'https://evil.example']) {
      const { status, headers, isReadable } = await ask({ origin }, 'OPTIONS', '/template')
      expect([status, isReadable]).toEqual([204, true])
      expect(headers.get('access-control-allow-methods')).toBe('GET, PUT')
      expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test('it ends with Save & close, when its token is revoked, and so does a ticket', async () => {
    const [page, other] = [await open('closed'), await open('closed')]
    expect((await ask(page, 'DELETE', '/session')).status).toBe(204)
    await expectOver(page)
    expect((await read(other)).status).toBe(200)
    const body = { user: 'cleo', role: 'editor' }
    const made = await api().request<{ id: string; token: string }>('POST', '/v1/tokens', { body })
    const { session } = (await begin(api(), await ticket('closed', made.body.token))).body
    const unused = await ticket('closed', made.body.token)
    await api().request('DELETE', `/v1/tokens/${made.body.id}`)
    await expectOver({ origin: pageOrigin, session })
    expect((await begin(api(), unused)).status).toBe(401)
  })

  test('it ends when the page moves to another origin, and with its template', async () => {
    const page = await open('seen')
    await put('seen', source.replace('www.', 'www2.'))
    await expectOver(page)
    const next = await open('deleted')
    await api().request('DELETE', '/v1/templates/deleted')
    await expectOver(next)
  })

  test('organizations edit their own: of two with one name, each its own', async () => {
    await put('both-have', source, api().otherToken)
    const page = await open('both-have')
    await ask(page, 'PUT', '/template', { version: 1, edits: [headline('Ours')] })
    const theirs = await api().request<{ yaml: string }>('GET', '/v1/templates/both-have', {
      token: api().otherToken,
    })
    expect(theirs.body.yaml).toBe(source)
    const body = { email: 'theirs@other.example' }
    const made = await api().request<{ id: string }>('POST', '/v1/prospects', {
      body,
      token: api().otherToken,
    })
    const wish = { version: 2, edits: [], language: 'en', prospect: made.body.id }
    expectError(await ask(page, 'POST', '/preview', wish), 40002)
    const found = await ask<{ prospects: object[] }>(page, 'GET', '/prospects?limit=1000')
    expect(JSON.stringify(found.body)).not.toContain(made.body.id)
  })

  test('people are listed as id, name and company, and found by these alone', async () => {
    const page = await open('listed')
    const additional = { company: 'Zyxcorp', name: 'Yolanda Quux', plan: 'gold' }
    await createProspect(api(), { email: 'somebody@acme.example' })
    const id = await createProspect(api(), { email: 'secretive@zyx.example', additional })
    type Found = { prospects: EditorProspect[]; next?: string }
    const find = async (query: string) => (await ask<Found>(page, 'GET', `/prospects${query}`)).body
    expect(await find('?search=zyxcorp')).toEqual({
      prospects: [{ id, name: 'Yolanda Quux', company: 'Zyxcorp' }],
    })
    expect((await find('?search=yol%20qu')).prospects).toHaveLength(1)
    for (const search of ['secretive', 'zyx.example', 'zyx.example%20yolanda'])
      expect((await find(`?search=${search}`)).prospects, search).toEqual([])
    const { fields } = (await ask<EditedTemplate>(page, 'GET', '/template')).body
    expect(fields).toContain('additional.plan')
    expect(fields).not.toContain('additional.company')
  })
})
