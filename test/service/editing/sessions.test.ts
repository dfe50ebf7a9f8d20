import { expect, test } from 'vitest'
import type { EditedTemplate } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { expectError } from '../http/support.ts'
import { headline, openDesk, source } from './desk.ts'
import { askAs, begin, pageOrigin, ticketOf } from './page.ts'

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
    const begun = await begin(api(), ticketOf((await openLink('whole')).body.url))
    expect(begun).toMatchObject({ status: 200, isReadable: true })
    expect(begun.body).toEqual({
      session: expect.stringMatching(/^[\w-]{43}$/),
      template: 'whole',
      expiresAt: expect.any(String),
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

  test('neither ticket nor session nor the page’s address is in the log', async () => {
    await put('quiet', source.replace('for=all', 'for=somebody-secret'))
    const { url } = (await openLink('quiet')).body
    const { session } = (await begin(api(), ticketOf(url))).body
    const page = { origin: pageOrigin, session }
    const edits = [headline('unspeakable-payload {{ prospect.')]
    for (const [method, path, body] of [
      ['GET', '/template', undefined],
      ['PUT', '/template', { version: 1, edits }],
      ['POST', '/preview', { version: 1, edits, language: 'en' }],
      ['GET', '/prospects?search=unspeakable', undefined],
      ['DELETE', '/session', undefined],
    ] as const)
      await askAs(api(), page, method, path, body, { referer: url })
    await begin(api(), ticketOf(url))
    const output = api().output()
    expect(output).toContain('/editor/template')
    for (const secret of [ticketOf(url), session, 'somebody-secret', 'unspeakable'])
      expect(output).not.toContain(secret)
  })
})
