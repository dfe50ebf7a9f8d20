import { expect, test } from 'vitest'
import type {
  EditedTemplate,
  EditorCases,
  EditorPeople,
  EditorPreview,
  TemplateEdit,
} from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { inviteAll } from '../campaigns/support.ts'
import { expectError } from '../http/support.ts'
import { headline, openDesk, source } from './desk.ts'
import { pageOrigin } from './page.ts'

let made = 0

const casesYaml = `page: ${pageOrigin}/spring
languages: [en]
content:
  - name: Headline
    selector: h1
    type: text
    for:
      - { when: { industry: Retail }, payload: Sell } # shops
      # who lends
      - when: { industry: [ Banking, Insurance ], additional.staff: 200 }
        payload: Lend
      - { when: { role: { contains: engineer } }, payload: Build }
    payload: Hello # everybody
analytics: []
`
const list = `email,name,company,industry,role
a@one.example,Aisha Haddad,Greenwave S.à r.l.,Retail,Buyer
b@two.example,Ben Cole,Two Ltd,retail,Site Engineer
c@three.example,Cleo Berg,Three,Toys,Engineer
d@four.example,Dan Larsen,,Toys,
`

forADatabase((database) => {
  const { api, put, ask, open } = openDesk(database)

  test('a save is the next version, in its user’s name, and leaves what it does not change', async () => {
    const page = await open('saved')
    const edits: TemplateEdit[] = [
      headline('Hi {{ prospect.name }}'),
      { edit: 'setItem', list: 'content', index: 0, fields: { selector: 'hero-title' } },
      { edit: 'addItem', list: 'analytics', fields: { id: 'hero', selector: '#hero', type: 'view' } },
      { edit: 'setItem', list: 'content', index: 0, fields: { name: 'Headline' } },
      { edit: 'setItem', list: 'analytics', index: 0, fields: { name: 'Button: Start' } },
      { edit: 'setGoal', index: 1 },
    ]
    const saved = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 1, edits })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ version: 2, savedBy: { user: 'ada' } })
    expect(saved.body.analytics.map(({ goal }) => goal)).toEqual([undefined, true])
    expect(saved.body.content[0]).toMatchObject({ name: 'Headline', selector: 'hero-title' })
    expect(saved.body.analytics.map(({ name }) => name)).toEqual(['Button: Start', undefined])
    const { body } = await api().request<{ yaml: string }>('GET', '/v1/templates/saved')
    expect(body.yaml).toContain('# The launch page. Ask Ada first.\n')
    expect(body.yaml).toContain('# where links point')
    expect(body.yaml).toContain('  - selector: "hero-title" # the headline\n')
    expect(body.yaml).toContain("de: 'Hallo {{ prospect.name }}'")
    expect(body.yaml).toContain('# what counts')
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body).toEqual(saved.body)
    const removal = { ...headline(''), fields: { write: 'A headline.', payload: null } }
    const third = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 2, edits: [removal] })
    expect(third.body.content[0]).toEqual({
      name: 'Headline',
      selector: 'hero-title',
      type: 'text',
      write: 'A headline.',
    })
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

  test('all records of the template are updated, and no other', async () => {
    const page = await open('all-made')
    await put('not-made')
    const prospect = await createProspect(api(), {
      email: 'all-made@acme.example',
      additional: { name: 'Jo' },
    })
    const make = async (template: string) =>
      whenCompleted(api(), (await createContent(api(), { prospect, template, language: 'de' })).id)
    const [one, two, other] = [await make('all-made'), await make('all-made'), await make('not-made')]
    const edit = { ...headline(''), fields: { payload: { de: 'Neu für {{ prospect.name }}' } } }
    await ask(page, 'PUT', '/template', { version: 1, edits: [edit] })
    const asked = await ask<{ records: number }>(page, 'POST', '/regenerate')
    expect([asked.status, asked.isReadable, asked.body]).toEqual([202, true, { records: 2 }])
    for (const { id } of [one, two])
      await expect.poll(async () => (await whenCompleted(api(), id)).content[0]?.payload).toBe('Neu für Jo')
    expect(await whenCompleted(api(), other.id)).toEqual(other)
  })

  test.each([
    ['no JSON', 40000, 'POST', '/preview', '{'],
    ['no language', 40001, 'POST', '/preview', { version: 1, edits: [] }],
    ['a version that is a text', 40001, 'PUT', '/template', { version: '1', edits: [] }],
    ['an edit of no kind', 40001, 'PUT', '/template', { version: 1, edits: [{ edit: 'constructor' }] }],
    [
      'a field that no template has',
      40003,
      'PUT',
      '/template',
      { version: 1, edits: [{ edit: 'set', fields: { colour: 'red' } }] },
    ],
    [
      'more edits than there may be',
      40001,
      'PUT',
      '/template',
      { version: 1, edits: new Array(501).fill(headline('x')) },
    ],
    [
      'too large a body',
      41300,
      'PUT',
      '/template',
      { version: 1, edits: [headline('x'.repeat(1024 * 1024))] },
    ],
  ] as const)('%s is %i, readably, and changes nothing', async (_what, error, method, path, body) => {
    const page = await open(`nonsense-${++made}`)
    const answer = await ask(page, method, path, body)
    expectError(answer, error)
    expect(answer.isReadable).toBe(true)
    expect((await ask<EditedTemplate>(page, 'GET', '/template')).body.version).toBe(1)
  })

  const setCases = (cases: unknown): TemplateEdit => ({
    edit: 'setItem',
    list: 'content',
    index: 0,
    fields: { for: cases },
  })

  test('the editor reads the cases of an item, and a save leaves those that stay as they are written', async () => {
    const page = await open('cases', casesYaml)
    const { body } = await ask<EditedTemplate>(page, 'GET', '/template')
    const [shops, lenders, builders] = body.content[0]?.for ?? []
    expect(lenders).toEqual({
      when: { industry: ['Banking', 'Insurance'], 'additional.staff': 200 },
      payload: 'Lend',
    })
    const moved = [{ when: { company: { known: false } }, payload: 'Who?' }, lenders, shops, builders]
    const edits = [setCases(moved)]
    const saved = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 1, edits })
    expect(saved.body.content[0]?.for).toEqual(moved)
    const stored = await api().request<{ yaml: string }>('GET', '/v1/templates/cases')
    expect(stored.body.yaml).toContain('payload: Sell } # shops')
    expect(stored.body.yaml).toContain('- when: { industry: [ Banking, Insurance ], additional.staff: 200 }')
    expect(stored.body.yaml).toContain('- when: { company: { known: false } }')
    expect(stored.body.yaml).toContain('payload: Hello # everybody')
    const none = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 2, edits: [setCases(null)] })
    expect(none.body.content[0]).not.toHaveProperty('for')
    for (const wrong of ['Retail', [{ payload: 'x' }], [{ when: { industry: [[]] }, payload: 'x' }]])
      expectError(await ask(page, 'PUT', '/template', { version: 3, edits: [setCases(wrong)] }), 40001)
    const unknown = [{ when: { industri: 'Retail' }, payload: 'x' }]
    expectError(await ask(page, 'PUT', '/template', { version: 3, edits: [setCases(unknown)] }), 40003)
  })

  test('says for how many people of a campaign each case is, and which is for nobody', async () => {
    const page = await open('counted', casesYaml)
    const none = await ask<EditorPeople>(page, 'GET', '/people')
    expect(none.body).toMatchObject({ campaigns: [], people: 0, first: [] })
    const campaign = await inviteAll(api(), list, { template: 'counted' })
    const edits = [
      setCases([
        { when: { industry: 'Retail' }, payload: 'Sell' },
        { when: { role: { contains: 'engineer' } }, payload: 'Build' },
        { when: { industry: 'retail', role: { known: true } }, payload: 'Never' },
      ]),
    ]
    const wish = { version: 1, edits, campaign: campaign.id }
    const counted = await ask<EditorCases>(page, 'POST', '/cases', wish)
    const cases = [{ people: 2 }, { people: 1, first: { name: 'Cleo Berg' } }, { people: 0, takenBy: 0 }]
    const items = [{ index: 0, cases, others: 1, firstOther: { name: 'Dan Larsen' } }]
    expect(counted.body).toMatchObject({ people: 4, items })
  })

  test('says for how many people of a campaign a field is known, with its values, and each once', async () => {
    const page = await open('known', casesYaml)
    await inviteAll(api(), list, { template: 'known' })
    const additional = { first_name: 'Ní', tier: 'gold' }
    await createProspect(api(), { email: 'nora@five.example', additional })
    const { body } = await ask<EditorPeople>(page, 'GET', '/people')
    expect(body.people).toBe(4)
    expect(body.fields.industry?.values).toContainEqual({ value: 'Toys', people: 2 })
    const columns = Object.keys(body.fields).filter((field) => field.startsWith('additional.'))
    expect(columns).toContain('additional.tier')
    expect(columns).not.toContain('additional.first_name')
    const other = await open('other', casesYaml)
    expect((await ask<EditorPeople>(other, 'GET', `/people?campaign=${body.campaign}`)).body.people).toBe(0)
  })
})
