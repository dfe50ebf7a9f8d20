import { expect, test } from 'vitest'
import { pauses } from '../../support/pauses.ts'
import { type ContentAnswer, createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { batchOf, click, type RecordResults, report, send, view } from '../events/batch.ts'
import { unknownId, withApi } from '../http/support.ts'

const template = (heading: string, more: string) => `languages: [en]
content:
  - { selector: h1, type: text, payload: "${heading} for {{ prospect.company }}" }
${more}`
const before = template(
  'One',
  `  - { selector: .note, type: text, payload: Note }
analytics:
  - { id: hero, selector: "#hero", type: view }
  - { id: cta, selector: .cta, type: click }
`,
)
const after = template(
  'Two',
  `  - { selector: h2, type: text, payload: New }
analytics:
  - { id: cta, selector: .cta, type: click }
  - { id: late, selector: "#late", type: view }
`,
)

withApi((api) => {
  const put = (yaml: string) => api().request('PUT', '/v1/templates/updated', { body: { yaml } })
  const regenerate = (id: string, headers = {}) =>
    api().request<ContentAnswer>('POST', `/v1/content/${id}/regenerate`, { headers })
  const pageOf = (pattern: string) =>
    api().request<Pick<ContentAnswer, 'content' | 'analytics'>>('GET', `/p/${pattern}`, { token: '' })

  async function whenUpdated(id: string, updatedAt: string): Promise<ContentAnswer> {
    for (const pause = pauses(); ; await pause()) {
      const record = await whenCompleted(api(), id)
      if (record.updatedAt > updatedAt) return record
    }
  }

  test('a record is updated from the current version: its link and its events stay', async () => {
    await put(before)
    const prospect = await createProspect(api(), {
      email: 'updated@acme.example',
      additional: { company: 'Acme' },
    })
    const { id, pattern } = await createContent(api(), { prospect, template: 'updated' })
    const record = await whenCompleted(api(), id)
    const page = await pageOf(pattern)
    const found = report({ applied: [0], missing: [1] })
    await send(api(), batchOf({ pattern }, { report: found, events: [view(1), click(2)] }))

    await put(after)
    const asked = await regenerate(id)
    expect([asked.status, asked.body.status]).toEqual([202, 'completed'])
    const updated = await whenUpdated(id, record.updatedAt)
    expect(updated).toEqual({
      ...record,
      content: [
        { selector: 'h1', type: 'text', payload: 'Two for Acme' },
        { selector: 'h2', type: 'text', payload: 'New' },
      ],
      analytics: [
        { id: 'cta', selector: '.cta', type: 'click' },
        { id: 'late', selector: '#late', type: 'view' },
      ],
      updatedAt: expect.any(String),
    })
    const served = await pageOf(pattern)
    expect(served.body.content).toEqual(updated.content)
    expect(served.headers.get('etag')).not.toBe(page.headers.get('etag'))

    const late = { sent: 0, report: report({ applied: [0, 1] }) }
    const events = [view(1, { item: 'late', at: 0 }), click(2, { at: 0 })]
    await send(api(), batchOf({ pattern }, { ...late, events }))
    const { body } = await api().request<RecordResults>('GET', `/results/content/${id}`)
    expect(body).toMatchObject({
      visits: 2,
      items: [
        { id: 'hero', type: 'view', events: 1 },
        { id: 'cta', type: 'click', events: 2 },
        { id: 'late', type: 'view', events: 1 },
      ],
      report: [
        { index: 0, selector: 'h1', applied: 2, missing: 0 },
        { index: 1, selector: 'h2', applied: 1, missing: 0 },
        { index: 2, selector: '.note', applied: 0, missing: 1 },
      ],
    })
    const exported = await api().request<string>('GET', `/results/content/${id}/events`)
    expect(exported.body.match(/"item":"\w+"/g)?.sort()).toEqual(
      ['cta', 'cta', 'hero', 'late'].map((item) => `"item":"${item}"`),
    )
  })

  test('a template that changes while a record is updated is the one that it has in the end', async () => {
    const prospect = await createProspect(api(), { email: 'late@acme.example' })
    await put(before)
    const { id } = await createContent(api(), { prospect, template: 'updated' })
    await whenCompleted(api(), id)
    for (const heading of ['Three', 'Four', 'Five']) {
      await put(template(heading, ''))
      await regenerate(id)
    }
    const headingOf = async () => (await whenCompleted(api(), id)).content[0]?.payload
    await expect.poll(headingOf).toMatch(/^Five for /)
  })

  test('of a record that is not there, or not theirs, nothing is updated', async () => {
    const prospect = await createProspect(api(), { email: 'theirs@acme.example' })
    const { id } = await createContent(api(), { prospect, template: 'launch' })
    expect((await regenerate(unknownId)).status).toBe(404)
    expect((await regenerate('nope')).status).toBe(404)
    const { otherToken: token } = api()
    expect((await api().request('POST', `/v1/content/${id}/regenerate`, { token })).status).toBe(404)
  })
})
