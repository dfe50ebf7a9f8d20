import { expect, test } from 'vitest'
import type { Content } from '../../../service/content/content.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { inviteAll, peopleOf } from '../campaigns/support.ts'
import { expectError, unknownId, withApi } from '../http/support.ts'

const items = [
  '{ name: Headline, selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }',
  '{ selector: .lead, type: html, payload: "<p>For <b>{{ prospect.company }}</b></p>" }',
  '{ selector: .cta, type: href, payload: /start }',
  '{ selector: .note, type: text, payload: "{{ prospect.additional.note }}" }',
]
const yamlOf = (content: string[]) =>
  `page: https://www.example.com/own\nlanguages: [en]\ncontent:\n${content.map((item) => `  - ${item}\n`).join('')}`

withApi((api) => {
  const store = (name: string, content: string[]) =>
    api().request('PUT', `/v1/templates/${name}`, { body: { yaml: yamlOf(content) } })
  const put = (id: string, index: number | string, payload: unknown, token?: string) =>
    api().request<Content>('PUT', `/v1/content/${id}/items/${index}`, {
      body: { payload },
      ...(token && { token }),
    })
  const reset = (id: string, index: number) =>
    api().request<Content>('DELETE', `/v1/content/${id}/items/${index}`)
  const payloads = ({ content }: Pick<Content, 'content'>) => content.map(({ payload }) => payload)
  const onPage = async (pattern: string) =>
    payloads((await api().request<Content>('GET', `/p/${pattern}`)).body)

  const made = ['Acme, meet Launch', '<p>For <b>Acme</b></p>', '/start']

  async function begin(name: string): Promise<Content> {
    await store(name, items)
    const prospect = await createProspect(api(), {
      email: `${name}@acme.example`,
      additional: { company: 'Acme' },
    })
    const { id } = await createContent(api(), { prospect, template: name })
    return whenCompleted(api(), id)
  }

  const regenerate = async ({ id, pattern }: Content, first: string) => {
    await api().request('POST', `/v1/content/${id}/regenerate`)
    await expect.poll(() => onPage(pattern)).toContain(first)
  }

  test('words are changed for one person, seen on the page at once, and given back', async () => {
    const record = await begin('own')
    expect(payloads(record)).toEqual(made)
    await onPage(record.pattern)
    const changed = await put(record.id, 0, 'Aisha, this is {{ yours }}')
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ id: record.id, status: 'completed' })
    expect(Object.keys(changed.body)).toEqual(Object.keys(record))
    expect(await onPage(record.pattern)).toEqual(['Aisha, this is {{ yours }}', ...made.slice(1)])
    await put(record.id, 1, '<p onclick=x>Hi <script>x</script><i>you</i></p>')
    await put(record.id, 2, '')
    await put(record.id, 3, 'A note')
    expect(await onPage(record.pattern)).toEqual([
      'Aisha, this is {{ yours }}',
      '<p>Hi <i>you</i></p>',
      'A note',
    ])
    const { body } = await api().request<{ items: object[]; changes: object[] }>(
      'GET',
      `/v1/content/${record.id}/items`,
    )
    expect(body.items).toMatchObject([
      { index: 0, name: 'Headline', payload: 'Aisha, this is {{ yours }}', made: made[0], changedBy: 'ada' },
      { index: 1 },
      { index: 2, payload: '', made: '/start' },
      { index: 3, payload: 'A note' },
    ])
    expect(body.changes).toMatchObject([
      { index: 3 },
      { index: 2, payload: '' },
      { index: 1 },
      { name: 'Headline' },
    ])
    for (const index of [0, 1, 2, 3]) expect((await reset(record.id, index)).status).toBe(200)
    expect(await onPage(record.pattern)).toEqual(made)
  })

  test('words that leave nothing are refused, and so are strangers', async () => {
    const record = await begin('refused')
    for (const [index, payload] of [
      [0, '  '],
      [1, '<script>alert(1)</script>'],
      [2, 'javascript:alert(1)'],
      [0, 7],
    ] as const)
      expectError(await put(record.id, index, payload), 40001)
    expectError(await put(record.id, 4, 'x'), 40400)
    expectError(await put(record.id, 'x', 'x'), 40400)
    expectError(await put(unknownId, 0, 'x'), 40400)
    expectError(await put(record.id, 0, 'x', api().otherToken), 40400)
    expect(await onPage(record.pattern)).toEqual(made)
  })

  test('words stay through regeneration and new versions, move with their item, and wait while it is gone', async () => {
    const record = await begin('versions')
    await put(record.id, 0, 'Mine')
    await put(record.id, 3, 'A note')
    await store('versions', [
      items[3] as string,
      '{ selector: .x, type: text, payload: X }',
      items[0] as string,
    ])
    await regenerate(record, 'X')
    expect(await onPage(record.pattern)).toEqual(['A note', 'X', 'Mine'])
    await store('versions', ['{ selector: .y, type: text, payload: Y }'])
    await regenerate(record, 'Y')
    expect(await onPage(record.pattern)).toEqual(['Y'])
    await store('versions', items)
    await regenerate(record, made[1] as string)
    expect(await onPage(record.pattern)).toEqual(['Mine', made[1], made[2], 'A note'])
    expect(payloads((await reset(record.id, 0)).body)).toEqual([...made, 'A note'])
  })

  test('a campaign says for whom words were changed; they are a gap no more, and wait for review', async () => {
    await store('reviewed', items)
    const { id } = await inviteAll(api(), 'email,company\na@one.example,One\nb@two.example,Two\n', {
      template: 'reviewed',
    })
    await api().request('POST', `/v1/campaigns/${id}/review`, { body: { people: 'all', review: 'approved' } })
    const [one] = await peopleOf(api(), id)
    await put(one?.content ?? '', 3, 'Only yours')
    const [first, second] = await peopleOf(api(), id)
    expect(first).toMatchObject({ changed: true, review: 'waiting', gaps: [] })
    expect(second).toMatchObject({ review: 'approved', gaps: [{ index: 3 }] })
    expect(second?.changed).toBeUndefined()
  })

  test('the pages of a control group keep their own words', async () => {
    await store('control', items)
    const list = Array.from({ length: 40 }, (_, at) => `p${at}@c${at}.example,C${at}`).join('\n')
    const { id } = await inviteAll(api(), `email,company\n${list}\n`, {
      template: 'control',
      control: 50,
    } as never)
    const control = (await peopleOf(api(), id)).find(({ group }) => group === 'control')
    expectError(await put(control?.content ?? '', 0, 'x'), 40902)
  })
})
