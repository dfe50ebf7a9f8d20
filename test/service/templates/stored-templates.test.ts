import { expect, test } from 'vitest'
import type { Gap } from '../../../service/content/gap.ts'
import type { ContentItem } from '../../../wire/record.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type ErrorBody, unknownId, withApi } from '../http/support.ts'

interface TemplateAnswer {
  name: string
  source: string
  version: number
  yaml: string
  problems: object[]
}

interface PreviewAnswer {
  content: ContentItem[]
  analytics: object[]
  gaps: Gap[]
}

const saying = (text: string) => `# kept: a comment
page: https://www.example.com/spring
languages: [en, de]
content:
  - { selector: h1, type: text, payload: "${text}" }
analytics:
  - { id: cta, selector: .cta, type: click, goal: true }
`

withApi((api) => {
  const put = <Body = TemplateAnswer>(name: string, body: object) =>
    api().request<Body>('PUT', `/v1/templates/${name}`, { body })
  const get = <Body = TemplateAnswer>(path: string, token?: string) =>
    api().request<Body>('GET', `/v1/templates${path}`, token ? { token } : {})
  const preview = <Body = PreviewAnswer>(name: string, body: object) =>
    api().request<Body>('POST', `/v1/templates/${name}/preview`, { body: { language: 'en', ...body } })

  test('a template is stored in versions, which stay as they came', async () => {
    const one = saying('one')
    expect((await put('spring', { yaml: one })).body).toEqual({
      name: 'spring',
      source: 'stored',
      version: 1,
      yaml: one,
      problems: [],
    })
    expect((await put('spring', { yaml: saying('two'), version: 1 })).body.version).toBe(2)
    expect((await get('/spring')).body).toMatchObject({ version: 2, yaml: saying('two') })
    expect((await get('/spring?version=1')).body).toMatchObject({ version: 1, yaml: one })
    const { versions } = (await get<{ versions: object[] }>('/spring/versions')).body
    expect(versions).toEqual([
      { version: 2, user: 'ada', createdAt: expect.any(String) },
      { version: 1, user: 'ada', createdAt: expect.any(String) },
    ])
    for (const path of [
      '/spring?version=3',
      '/spring?version=0',
      '/nope',
      '/nope/versions',
      '/%00',
      '/..%2Fx',
    ])
      expect(await get(path)).toMatchObject({ status: 404, body: { error: 40400 } })
    expect(await get('/spring?version=x')).toMatchObject({ status: 400, body: { error: 40001 } })
  })

  test('of two who change the same version, the second is told, and nothing is lost', async () => {
    await put('both', { yaml: saying('one') })
    const answers = await Promise.all(
      ['mine', 'yours'].map((text) =>
        put<TemplateAnswer & ErrorBody>('both', { yaml: saying(text), version: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)?.body
    expect(refused).toEqual({ error: 40901, message: expect.stringContaining('2 is the current one, not 1') })
    expect((await get('/both')).body.version).toBe(2)
    expect(await put('both', { yaml: saying('new'), version: 0 })).toMatchObject({ status: 409 })
    expect(await put('never', { yaml: saying('new'), version: 7 })).toMatchObject({ status: 409 })
    expect(await get('/never')).toMatchObject({ status: 404 })
  })

  test('a template with problems is not stored: each is told with its line, column and what to write', async () => {
    const yaml = `languages: [en]
content:
  - { selector: h1, type: txt, payload: "{{ prospect.compny }}" }
analytics:
  - { id: a, selector: a, type: click, goal: true }
  - { id: b, selector: "b >", type: view, goal: true }
`
    expect(await put('bad', { yaml })).toMatchObject({
      status: 400,
      body: {
        error: 40003,
        message: [
          'line 3, column 21: "txt" is not a type of content item 1; did you mean "text"?',
          'line 3, column 45: payload: "prospect.compny" is not known; did you mean "prospect.company"?',
          'line 6, column 14: ">" has nothing on one side',
          'line 6, column 43: "a" is the goal already; there can be one: remove one of the two',
        ].join('\n'),
      },
    })
    expect(await get('/bad')).toMatchObject({ status: 404 })
    expect(await get('/broken')).toMatchObject({
      status: 200,
      body: {
        source: 'file',
        problems: [
          { line: 5, column: 5 },
          { line: 6, column: 15 },
        ],
      },
    })
  })

  test.each(['Spring', '-spring', 'x'.repeat(64)])('a template cannot be called %j', async (name) => {
    const { status, body } = await put<ErrorBody>(encodeURIComponent(name), { yaml: saying('x') })
    expect([status, body.error]).toEqual([400, 40001])
    expect(body.message).toContain('such as spring-launch')
  })

  test('a stored template wins over the file of its name, in its own organization alone', async () => {
    const { otherToken } = api()
    expect((await get('/launch')).body).toMatchObject({ source: 'file', version: 0 })
    const prospect = await createProspect(api(), { email: 'wins@acme.example' })
    await put('launch', { yaml: saying('stored'), version: 0 })
    const made = await createContent(api(), { prospect, template: 'launch' })
    expect((await whenCompleted(api(), made.id)).content).toMatchObject([{ payload: 'stored' }])
    expect((await get('/launch', otherToken)).body).toMatchObject({ source: 'file', version: 0 })
    for (const path of ['/launch?version=1', '/spring'])
      expect(await get(path, otherToken)).toMatchObject({ status: 404 })
    const names = (await get<{ templates: TemplateAnswer[] }>('', otherToken)).body.templates
    expect(names.map(({ name, source }) => `${source} ${name}`)).toEqual(['file broken', 'file launch'])

    expect((await api().request('DELETE', '/v1/templates/launch')).status).toBe(204)
    expect((await get('/launch')).body).toMatchObject({ source: 'file', version: 0 })
    expect((await get('/launch?version=1')).body.yaml).toBe(saying('stored'))
    expect(await api().request('DELETE', '/v1/templates/launch')).toMatchObject({
      status: 400,
      body: { error: 40003, message: expect.stringContaining('is a file') },
    })
    expect((await put('launch', { yaml: saying('again'), version: 0 })).body.version).toBe(2)
    await api().request('DELETE', '/v1/templates/launch')
  })

  test('a bare name becomes a selector in the record, in its analytics and in a preview', async () => {
    const yaml = saying('x').replace('h1', 'hero-title').replace('.cta', 'cta')
    await put('bare', { yaml })
    const prospect = await createProspect(api(), { email: 'bare@acme.example' })
    const made = await createContent(api(), { prospect, template: 'bare' })
    const { content, analytics } = await whenCompleted(api(), made.id)
    expect(content).toMatchObject([{ selector: '[id="hero-title"],[data-content="hero-title"]' }])
    expect(analytics).toMatchObject([{ selector: '[id="cta"],[data-content="cta"]' }])
    expect((await preview('bare', {})).body).toMatchObject({ content, analytics })
    expect((await get('/bare')).body.yaml).toBe(yaml)
  })

  test('the list tells of each template what people choose it by', async () => {
    await put('listed', { yaml: saying('x') })
    const { templates } = (await get<{ templates: TemplateAnswer[] }>('')).body
    expect(templates.find(({ name }) => name === 'listed')).toEqual({
      name: 'listed',
      source: 'stored',
      version: 1,
      problems: [],
      page: 'https://www.example.com/spring',
      languages: ['en', 'de'],
      updatedAt: expect.any(String),
    })
    await api().request('DELETE', '/v1/templates/listed')
    expect(
      (await get<{ templates: TemplateAnswer[] }>('')).body.templates.map(({ name }) => name),
    ).not.toContain('listed')
    expect(await get('/listed')).toMatchObject({ status: 404 })
    const prospect = await createProspect(api(), { email: 'listed@acme.example' })
    const refused = await api().request('POST', '/v1/content', {
      body: { prospect, template: 'listed', language: 'en' },
    })
    expect(refused).toMatchObject({ status: 400, body: { error: 40003 } })
  })

  test('a preview shows what a record would have, with its gaps, and makes none', async () => {
    const body = { fields: { company: 'Acme' } }
    expect((await preview('launch', body)).body).toEqual({
      content: [
        { selector: '#hero h1', type: 'text', payload: 'Acme, meet Launch' },
        { selector: '#hero img', type: 'src', payload: '/img/hero.jpg' },
        { selector: '#hero a', type: 'href', payload: '/start?for=' },
        { selector: '#hero .lead', type: 'html', payload: '<p>Made for teams like <b>Acme</b>.</p>' },
      ],
      analytics: [
        { id: 'hero', selector: '#hero', type: 'view' },
        { id: 'cta', selector: '.cta', type: 'click' },
        { id: 'pricing', selector: '#pricing', type: 'duration' },
      ],
      gaps: [{ index: 1, selector: '#hero img', type: 'src', empty: false, byDefault: true }],
    })
    const germanOnly = `languages: [en, de]
content:
  - { selector: h1, type: text, payload: { en: '', de: 'Hallo' } }
`
    // What the template leaves to the page in a language is no gap.
    expect((await preview('german-only', { yaml: germanOnly })).body).toMatchObject({ content: [], gaps: [] })
    const yaml = saying('{{ prospect.additional.note }}')
    expect((await preview('not-stored-yet', { yaml })).body.gaps).toEqual([
      { index: 0, selector: 'h1', type: 'text', empty: true, byDefault: false },
    ])
    const additional = { note: 'known', industry: 'Wind' }
    const prospect = await createProspect(api(), { email: 'preview@acme.example', additional })
    const shown = async (more: object) => (await preview('x', { yaml, prospect, ...more })).body.content
    expect(await shown({})).toMatchObject([{ payload: 'known' }])
    expect(await shown({ fields: { additional: { note: 'made up' } } })).toMatchObject([
      { payload: 'made up' },
    ])
    const list = await api().request<{ records: object[] }>('GET', '/results/content?search=preview@acme')
    expect(list.body.records).toEqual([])
  })

  test.each([
    [{ yaml: 'content: [' }, 40003],
    [{ prospect: unknownId }, 40002],
    [{ language: 'fr' }, 40004],
    [{ fields: { name: 1 } }, 40001],
    [{ fields: { additional: [1] } }, 40001],
  ])('a preview is refused where what it is asked for cannot be: $#', async (body, error) => {
    expect(await preview('launch', body)).toMatchObject({ status: 400, body: { error } })
  })

  test('a bomb in a preview is a gap of its item alone', async () => {
    const bomb = '{% for a in (1..9999) %}{% for b in (1..9999) %}{{ b }}{% endfor %}{% endfor %}'
    const items = `  - { selector: h1, type: text, payload: "${bomb}" }\n`.repeat(50)
    const { content, gaps } = (await preview('bomb', { yaml: `languages: [en]\ncontent:\n${items}` })).body
    expect(content).toEqual([])
    expect(gaps).toHaveLength(50)
  })
})
