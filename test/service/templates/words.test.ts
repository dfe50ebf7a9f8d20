import { expect, test } from 'vitest'
import { inviteAll, peopleOf } from '../campaigns/support.ts'
import { expectError, withApi } from '../http/support.ts'

const yaml = `page: https://www.example.com/words
languages: [en, de]
content:
  - name: Headline
    selector: "#hero h1"
    type: text
    for:
      - { when: { industry: Retail }, payload: "Sell more, {{ prospect.company }}" }
      - { when: { industry: [Banking, "  capital   MARKETS "] }, payload: { en: Balance, de: Bilanz } }
      - { when: { role: { contains: engineer }, additional.city: { known: true } }, payload: Build }
    payload: "{{ prospect.company | default: 'Your team' }}"
  - { selector: .lead, type: text, for: [{ when: { industry: { known: false } }, payload: Who are you? }] }
analytics:
  - { id: cta, name: "Button: Book a demo", selector: .cta, type: click, goal: true }
`

const broken = (item: string) => `languages: [en]\ncontent:\n  - { selector: h1, type: text, ${item} }\n`

withApi((api) => {
  const store = (name: string, text: string) =>
    api().request<{ problems: object[]; message?: string }>('PUT', `/v1/templates/${name}`, {
      body: { yaml: text },
    })
  const shown = async (fields: object, language = 'en') => {
    const body = { fields, language }
    const { body: preview } = await api().request<{ content: { payload: string }[] }>(
      'POST',
      '/v1/templates/words/preview',
      { body },
    )
    return preview.content.map(({ payload }) => payload)
  }

  test('the first case that holds wins, and payload is for everybody else', async () => {
    expect((await store('words', yaml)).body.problems).toEqual([])
    expect(await shown({ industry: ' RETAIL', company: 'Lumen' })).toEqual(['Sell more, Lumen'])
    expect(await shown({ industry: 'Capital markets' }, 'de')).toEqual(['Bilanz'])
    expect(
      await shown({ industry: 'Toys', role: 'Software Engineer', additional: { city: 'Bonn' } }),
    ).toEqual(['Build'])
    expect(await shown({ industry: 'Toys', role: 'Software Engineer' })).toEqual(['Your team'])
    expect(await shown({ company: 'Lumen' })).toEqual(['Lumen', 'Who are you?'])
    const text = '"{{ prospect.first_name }}, {{ prospect.last_name }}, {{ prospect.company_short }}"'
    const fields = { name: 'Aisha Haddad', company: 'Greenwave S.à r.l.' }
    const { body } = await api().request('POST', '/v1/templates/words/preview', {
      body: { language: 'en', fields, yaml: broken(`payload: ${text}`) },
    })
    expect(body).toMatchObject({ content: [{ payload: 'Aisha, Haddad, Greenwave' }] })
  })

  test('results name things as the template does', async () => {
    await store('words', yaml)
    const list = `email,company,industry\na@one.example,One,Retail\nb@two.example,Two,Toys\nc@three.example,,Banking\nd@four.example,,Toys\n`
    const { id } = await inviteAll(api(), list, { template: 'words' })
    const results = await api().request('GET', '/results/template/words')
    expect(results.body).toMatchObject({
      items: [{ id: 'cta', name: 'Button: Book a demo' }],
      report: expect.arrayContaining([expect.objectContaining({ selector: '#hero h1', name: 'Headline' })]),
    })
    const [first] = await peopleOf(api(), id)
    const record = await api().request('GET', `/v1/content/${first?.content}`)
    expect(JSON.stringify(record.body)).not.toContain('"name"')

    const pattern = new URL(first?.link ?? '').searchParams.get('pattern')
    const click = { seq: 1, item: 'cta', type: 'click', at: 4000, button: 'primary' }
    const batch = {
      v: 1,
      pattern,
      visit: 'named'.padEnd(22, 'A'),
      sent: 9000,
      last: 1,
      input: true,
      events: [click],
    }
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0' }
    expect((await api().request('POST', '/e', { body: batch, headers })).status).toBe(204)
    const { body: timeline } = await api().request('GET', `/results/content/${first?.content}/visits`)
    expect(timeline).toMatchObject({ visits: [{ events: [{ item: 'cta', name: 'Button: Book a demo' }] }] })
  })

  test('a condition that nobody knows refuses the template, with its line', async () => {
    for (const [item, message] of [
      [
        'for: [{ when: { idustry: Retail }, payload: A }]',
        'line 3, column 49: "idustry" is not a condition; did you mean "industry"?',
      ],
      ['for: [{ when: { prospect.role: A }, payload: A }]', 'did you mean "role"?'],
      ['for: [{ when: { city: Bonn }, payload: A }]', 'additional.city'],
      ['for: [{ when: { industry: { is: Retail } }, payload: A }]', '"is" is not a field of industry'],
      ['for: [{ when: {}, payload: A }]', 'when is empty'],
      ['for: [{ when: { industry: [] }, payload: A }]', 'industry has no value'],
      ['for: [{ payload: A }]', 'case 1 has no when'],
      ['for: [{ when: { industry: A } }]', 'case 1 has no payload'],
      ['for: []', 'for has no case'],
      ['payload: A, name: " "', 'a name must have 1 to 100 characters'],
    ] as const) {
      const { status, body } = await store('broken', broken(item))
      expectError({ status, body } as never, 40003)
      expect(body.message).toContain(message)
    }
  })

  test('a case that an earlier one always takes is a warning, which refuses nothing', async () => {
    const cases = [
      '{ when: { industry: [Retail, Toys] }, payload: A }',
      '{ when: { industry: retail, role: CEO }, payload: B }',
      '{ when: { company: { contains: bank } }, payload: C }',
      '{ when: { company: { contains: Savings Bank } }, payload: D }',
      '{ when: { role: { known: true } }, payload: E }',
      '{ when: { role: VP }, payload: F }',
      '{ when: { role: { known: false }, industry: Space }, payload: G }',
    ]
    const { status, body } = await store('taken', broken(`payload: Z, for: [${cases.join(', ')}]`))
    expect(status).toBe(200)
    expect(body.problems).toEqual(
      [2, 4, 6].map((number) => ({
        line: 3,
        column: expect.any(Number),
        message: expect.stringContaining(`nobody gets the words of case ${number}: case ${number - 1},`),
        warning: true,
      })),
    )
    const { body: again } = await api().request('GET', '/v1/templates/taken')
    expect(again).toMatchObject({ problems: [{ warning: true }, { warning: true }, { warning: true }] })
    const created = await api().request('POST', '/v1/templates/taken/preview', { body: { language: 'en' } })
    expect(created.status).toBe(200)
  })
})
