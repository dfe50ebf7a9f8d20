import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditedTemplate, EditorPreview, EditorProspect, TemplateEdit } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { expectError } from '../http/support.ts'
import { type AskingPage, askAs, begin, pageOrigin, ticketOf } from './page.ts'

const source = `# The launch page. Ask Ada first.
page: ${pageOrigin}/spring?for=all      # where links point
languages: [en, de]
content:
  - selector: "h1"  # the headline
    type: text
    payload: { en: "{{ prospect.company | default: 'You' }}, hello", de: 'Hallo {{ prospect.name }}' }
  - { selector: .lead, type: html, payload: "<p>{{ prospect.additional.city }}</p>" }
analytics:
  - { id: cta, selector: .cta, type: click, goal: true } # what counts
`

const headline = (en: string): TemplateEdit => ({
  edit: 'setItem',
  list: 'content',
  index: 0,
  fields: { payload: { en } },
})

let made = 0

forADatabase((database) => {
  // Its own: who shares one with others does not find templates there that are not theirs.
  let service: Service
  beforeAll(async () => {
    service = await startService(await database.create())
  }, 60_000)
  afterAll(() => service?.stop())
  const api = () => service

  const put = (name: string, yaml = source, token?: string) =>
    api().request('PUT', `/v1/templates/${name}`, { body: { yaml }, ...(token && { token }) })
  const openLink = (name: string, token = api().token) =>
    api().request<{ url: string; expiresAt: string }>('POST', `/v1/templates/${name}/edit`, { token })
  const ask = <Body = { error: number; message: string }>(
    page: AskingPage,
    method: string,
    path: string,
    body?: unknown,
  ) => askAs<Body>(api(), page, method, path, body)

  /** Opens the editor on a template, which is stored unless it is a file. */
  async function open(name: string, yaml: string | undefined = source): Promise<Required<AskingPage>> {
    if (yaml) await put(name, yaml)
    const { body } = await begin(api(), ticketOf((await openLink(name)).body.url))
    return { origin: pageOrigin, session: body.session }
  }

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

  test('a save is the next version, in its user’s name, and leaves what it does not change', async () => {
    const page = await open('saved')
    const edits: TemplateEdit[] = [
      headline('Hi {{ prospect.name }}'),
      { edit: 'setItem', list: 'content', index: 0, fields: { selector: '#hero h1' } },
      { edit: 'addItem', list: 'analytics', fields: { id: 'hero', selector: '#hero', type: 'view' } },
      { edit: 'setGoal', index: 1 },
    ]
    const saved = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 1, edits })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ version: 2, savedBy: { user: 'ada' } })
    expect(saved.body.analytics.map(({ goal }) => goal)).toEqual([undefined, true])
    const { body } = await api().request<{ yaml: string }>('GET', '/v1/templates/saved')
    expect(body.yaml).toContain('# The launch page. Ask Ada first.\n')
    expect(body.yaml).toContain('# where links point')
    expect(body.yaml).toContain('  - selector: "#hero h1" # the headline\n')
    expect(body.yaml).toContain("de: 'Hallo {{ prospect.name }}'")
    expect(body.yaml).toContain('# what counts')
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body).toEqual(saved.body)
    const removal = { ...headline(''), fields: { write: 'A headline.', payload: null } }
    const third = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 2, edits: [removal] })
    expect(third.body.content[0]).toEqual({ selector: '#hero h1', type: 'text', write: 'A headline.' })
    const nothing = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 3, edits: [] })
    expect(nothing.body.version).toBe(3)
  })

  test('a save over somebody else’s version stores nothing and says so; so does an unsound one', async () => {
    const page = await open('conflict')
    await put('conflict', source.replace('Ask Ada', 'Ask Bob'))
    const late = await ask(page, 'PUT', '/template', { version: 1, edits: [headline('Mine')] })
    expect(late.isReadable).toBe(true)
    expect(expectError(late, 40901)).toContain('2 is the current one')
    const broken = await ask(page, 'PUT', '/template', { version: 2, edits: [headline('{{ prospect.')] })
    expect(expectError(broken, 40003)).toMatch(/^line \d+, column \d+: /)
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body.version).toBe(2)
    const both = await Promise.all(
      ['A', 'B'].map((text) => ask(page, 'PUT', '/template', { version: 2, edits: [headline(text)] })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a file is edited as any other, and its first save is version 1, which wins', async () => {
    const page = await open('launch', '')
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body).toMatchObject({ version: 0 })
    const saved = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 0, edits: [headline('Hi')] })
    expect(saved.body).toMatchObject({ version: 1, savedBy: { user: 'ada' } })
    expect((await api().request('GET', '/v1/templates/launch')).body).toMatchObject({ source: 'stored' })
    expectError(await ask(page, 'PUT', '/template', { version: 0, edits: [headline('Hey')] }), 40901)
    expect((await api().request('DELETE', '/v1/templates/launch')).status).toBe(204)
  })

  test('the preview shows edits that are not saved, for a person and for nobody, with every item', async () => {
    const page = await open('shown')
    const additional = { company: 'Acme', city: 'Bern' }
    const prospect = await createProspect(api(), { email: 'shown@acme.example', additional })
    const preview = async (wish: object) =>
      (await ask<EditorPreview>(page, 'POST', '/preview', { version: 1, edits: [], language: 'en', ...wish }))
        .body
    expect(await preview({ prospect })).toEqual({
      content: [
        { selector: 'h1', type: 'text', payload: 'Acme, hello' },
        { selector: '.lead', type: 'html', payload: '<p>Bern</p>' },
      ],
      problems: [],
    })
    const { content } = await preview({
      edits: [
        { edit: 'addItem', list: 'content', index: 0, fields: { selector: 'h1', type: 'text', payload: '' } },
      ],
    })
    expect(content).toEqual([
      { selector: 'h1', type: 'text' },
      { selector: 'h1', type: 'text', payload: 'You, hello', gap: 'default' },
      { selector: '.lead', type: 'html', gap: 'empty' },
    ])
    const { problems, content: none } = await preview({ edits: [headline('{{ nobody.name }}')] })
    expect(none).toEqual([])
    expect(problems).toEqual([
      { line: expect.any(Number), column: expect.any(Number), message: expect.stringContaining('nobody') },
    ])
    expect(await preview({ language: 'fr' })).toMatchObject({ error: 40004 })
    expect(await preview({ prospect: 'nobody' })).toMatchObject({ error: 40002 })
    expect(await preview({ version: 7 })).toMatchObject({ error: 40400 })
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body.version).toBe(1)
  })

  test('people are listed as id, name and company, and found by these alone', async () => {
    const page = await open('listed')
    const additional = { company: 'Zyxcorp', name: 'Yolanda Quux', plan: 'gold' }
    const id = await createProspect(api(), { email: 'secretive@zyx.example', additional })
    type Found = { prospects: EditorProspect[]; next?: string }
    const find = async (query: string) => (await ask<Found>(page, 'GET', `/prospects${query}`)).body
    expect(await find('?search=zyxcorp')).toEqual({
      prospects: [{ id, name: 'Yolanda Quux', company: 'Zyxcorp' }],
    })
    expect((await find('?search=yol%20qu')).prospects).toHaveLength(1)
    for (const search of ['secretive', 'zyx.example', 'zyx.example%20yolanda'])
      expect((await find(`?search=${search}`)).prospects, search).toEqual([])
    expect((await find('?email=secretive@zyx.example&limit=1')).prospects).toHaveLength(1)
    const first = await find('?limit=1')
    expect(first.next).toEqual(expect.any(String))
    expect((await find(`?limit=1&cursor=${first.next}`)).prospects[0]?.id).not.toBe(first.prospects[0]?.id)
    expect(await find('?limit=x')).toMatchObject({ error: 40001 })
    const { fields } = (await ask<EditedTemplate>(page, 'GET', '/template')).body
    expect(fields).toContain('additional.plan')
    expect(fields).not.toContain('additional.company')
  })

  test('all records of the template are made anew, and no other', async () => {
    const page = await open('anew-all')
    await put('anew-not')
    const prospect = await createProspect(api(), {
      email: 'anew-all@acme.example',
      additional: { name: 'Jo' },
    })
    const make = async (template: string) =>
      whenCompleted(api(), (await createContent(api(), { prospect, template, language: 'de' })).id)
    const [one, two, other] = [await make('anew-all'), await make('anew-all'), await make('anew-not')]
    const edit = { ...headline(''), fields: { payload: { de: 'Neu für {{ prospect.name }}' } } }
    await ask(page, 'PUT', '/template', { version: 1, edits: [edit] })
    const asked = await ask<{ records: number }>(page, 'POST', '/regenerate')
    expect([asked.status, asked.isReadable, asked.body]).toEqual([202, true, { records: 2 }])
    for (const { id } of [one, two])
      await expect.poll(async () => (await whenCompleted(api(), id)).content[0]?.payload).toBe('Neu für Jo')
    expect(await whenCompleted(api(), other.id)).toEqual(other)
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

  const put1 = (...edits: unknown[]) => ['PUT', '/template', { version: 1, edits }] as const
  const set = (fields: object) => put1({ edit: 'set', fields })
  const nested = `{"version":1,"edits":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  const named = '{"version":1,"edits":[{"edit":"set","fields":{"__proto__":{"a":1}}}],"language":"en"}'

  test.each<[string, number, readonly [method: string, path: string, body: unknown]]>([
    ['no JSON', 40000, ['POST', '/preview', '{']],
    ['a list', 40001, ['POST', '/preview', []]],
    ['no language', 40001, ['POST', '/preview', { version: 1, edits: [] }]],
    ['a version that is a text', 40001, ['PUT', '/template', { version: '1', edits: [] }]],
    ['a version below 0', 40001, ['PUT', '/template', { version: -1, edits: [] }]],
    ['an edit that is nothing', 40001, put1(null)],
    ['an edit of no kind', 40001, put1({ edit: 'constructor' })],
    ['an item that is not there', 40001, put1({ edit: 'removeItem', list: 'content', index: 9 })],
    ['a list that is none', 40001, put1({ edit: 'removeItem', list: 'page', index: 0 })],
    ['lists in lists', 40001, set({ content: [[[]]] })],
    ['objects in objects', 40001, set({ a: { b: { c: 'd' } } })],
    ['a field that no template has', 40003, set({ colour: 'red' })],
    ['a template with nothing in it', 40003, set({ content: null, analytics: null })],
    ['lists without end', 40001, ['PUT', '/template', nested]],
    ['more edits than there may be', 40001, put1(...new Array(501).fill(headline('x')))],
    ['too large a body', 41300, put1(headline('x'.repeat(70_000)))],
    ['the name of a prototype', 40001, ['POST', '/preview', named]],
  ])('%s is %i, readably, and changes nothing', async (_what, error, [method, path, body]) => {
    const page = await open(`nonsense-${++made}`)
    const answer = await ask(page, method, path, body)
    expectError(answer, error)
    expect(answer.isReadable).toBe(true)
    expect(Object.prototype).not.toHaveProperty('a')
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body.version).toBe(1)
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
