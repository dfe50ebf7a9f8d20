import { expect, test } from 'vitest'
import type { Campaign } from '../../../service/campaigns/campaign.ts'
import type { Service } from '../../support/service.ts'
import { batchOf, click, send, view } from '../events/batch.ts'
import { expectError, freshEmail, withApi } from '../http/support.ts'
import { fileOf, inviteAll, patternOf, peopleOf, sendList, untilCompleted } from './support.ts'

/** A template whose goal is one of its two items. */
const goalYaml = (goal: 'hero' | 'cta') => `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Before the goal was ${goal}" }
analytics:
  - { id: hero, selector: "#hero", type: view${goal === 'hero' ? ', goal: true' : ''} }
  - { id: cta, selector: .cta, type: click${goal === 'cta' ? ', goal: true' : ''} }
`

const blanksYaml = `page: https://www.example.com/blanks
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.name }}, welcome" }
  - { selector: .lead, type: html, payload: "<p>For <b>{{ prospect.additional.city }}</b> {{ prospect.company | default: 'and you' }}</p>" }
  - { selector: .role, type: text, payload: "{% if prospect.role %}As {{ prospect.role }}{% else %}Come{% endif %}" }
  - { selector: .shot, type: src, payload: "https://www.example.com/{{ prospect.additional.city }}.jpg" }
  - { selector: .own, type: text, payload: "{{ prospect.additional.city }}" }
`
const blanksList = `email,name,company,city
info@one.example,,One,Bonn
info@two.example,,Two,
jane@three.example,Jane,Three,Bonn
`

withApi((api) => {
  test('paused or ended, its links show nothing and measure nothing, until it is opened again', async () => {
    const { id } = await inviteAll(api(), `email\n${freshEmail()}\n`)
    const [person] = await peopleOf(api(), id)
    const pattern = patternOf(person?.link)
    const reach = () => fetch(`${api().url}/p/${pattern}`).then(({ status }) => status)
    const measure = (name: string) => visit(api(), pattern, name).then(({ status }) => status)
    const figures = async () => (await api().request('GET', `/results/campaign/${id}`)).body
    expect([await reach(), await measure('open')]).toEqual([200, 204])
    for (const status of ['paused', 'ended']) {
      const changed = await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status } })
      expect(changed.body).toMatchObject({ status })
      const before = await figures()
      expect([await reach(), await measure(status)]).toEqual([404, 404])
      expect(await figures()).toEqual(before)
      await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'open' } })
      expect([await reach(), await measure('open')]).toEqual([200, 204])
    }
    expectError(await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'over' } }), 40001)
  })

  test('the links of a draft show nothing and measure nothing until it is opened, and it is no draft again', async () => {
    const draft = await inviteAll(api(), `email\n${freshEmail()}\n`, { status: 'draft' })
    expect(draft).toMatchObject({ status: 'draft', people: 1, completed: 1 })
    const path = `/v1/campaigns/${draft.id}`
    const change = (body: object) => api().request('PATCH', path, { body })
    const pattern = patternOf((await peopleOf(api(), draft.id))[0]?.link)
    expect(await fileOf(api(), draft.id, 'links.csv')).toContain(pattern)
    const reach = () => fetch(`${api().url}/p/${pattern}`).then(({ status }) => status)
    const measure = () => visit(api(), pattern).then(({ status }) => status)
    expect([await reach(), await measure()]).toEqual([404, 404])
    expect((await change({ name: 'Renamed' })).body).toMatchObject({ status: 'draft' })
    expect((await change({ status: 'open' })).body).toMatchObject({ status: 'open', came: 0 })
    expect([await reach(), await measure()]).toEqual([200, 204])
    for (const status of ['open', 'paused', 'ended']) {
      await change({ status })
      expectError(await change({ status: 'draft' }), 40001)
      expect((await api().request('GET', path)).body).toMatchObject({ status, came: 1 })
    }
    const body = { name: 'Late', template: 'launch', language: 'en', status: 'paused' }
    expectError(await api().request('POST', '/v1/campaigns', { body }), 40001)
  })

  test('who came and what they did is counted by people, and told in the results', async () => {
    const emails = [freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `email,name\n${emails.join(',Jane\n')},Bo\n`)
    const [person] = await peopleOf(api(), id)
    const pattern = patternOf(person?.link)
    await visit(api(), pattern, 'a')
    await visit(api(), pattern, 'b')
    const campaign = await api().request<Campaign>('GET', `/v1/campaigns/${id}`)
    expect(campaign.body).toMatchObject({ people: 2, came: 1, reached: 0 })
    const [came] = await peopleOf(api(), id)
    expect(came).toMatchObject({
      visits: 2,
      firstVisitAt: expect.any(String),
      lastVisitAt: expect.any(String),
    })
    const [, first, second] = (await fileOf(api(), id, 'results.csv')).split('\r\n')
    expect(first).toBe(
      `Jane,${emails[0]},Example,,${person?.link},${came?.firstVisitAt},${came?.lastVisitAt},2,2,0,0,no,0,0`,
    )
    expect(second).toMatch(/^Bo,.*,,,0,0,0,0,no,0,0$/)
    const results = await api().request('GET', `/results/campaign/${id}`)
    expect(results.body).toMatchObject({ campaign: id, records: 2, visits: 2, lost: 0 })
    const path = `/results/content?id=${came?.content}`
    const listed = await api().request<{ records: object[] }>('GET', path)
    const { name, email, link, firstVisitAt, lastVisitAt } = came ?? {}
    expect(listed.body.records).toMatchObject([{ name, email, link, firstVisitAt, lastVisitAt, visits: 2 }])
    const timeline = await api().request<{ next: string }>(
      'GET',
      `/results/content/${came?.content}/visits?limit=1`,
    )
    const event = { seq: 1, item: 'hero', type: 'view', date: expect.any(String) }
    expect(timeline.body).toEqual({
      content: came?.content,
      visits: [{ visit: 'a'.repeat(22), began: firstVisitAt, kind: 'person', why: 'input', events: [event] }],
      next: expect.any(String),
    })
    const rest = `/results/content/${came?.content}/visits?cursor=${timeline.body.next}`
    expect((await api().request('GET', rest)).body).toMatchObject({ visits: [{ visit: 'b'.repeat(22) }] })
    const token = api().otherToken
    expectError(await api().request('GET', `/results/campaign/${id}`, { token }), 40400)
  })

  test('deleted, it is gone at once with its records and figures; the prospects stay', async () => {
    const list = Array.from({ length: 30 }, () => `${freshEmail()}\n`).join('')
    const { id } = await inviteAll(api(), `email\n${list}`)
    const person = (await peopleOf(api(), id)).at(-1)
    await visit(api(), patternOf(person?.link))
    expect((await api().request('DELETE', `/v1/campaigns/${id}`)).status).toBe(204)
    expectError(await api().request('GET', `/v1/campaigns/${id}`), 40400)
    expectError(await api().request('DELETE', `/v1/campaigns/${id}`), 40400)
    expect((await fetch(`${api().url}/p/${patternOf(person?.link)}`)).status).toBe(404)
    for (const path of [`/v1/content/${person?.content}`, `/results/content/${person?.content}`])
      expectError(await api().request('GET', path), 40400)
    const listed = await api().request(`GET`, `/results/content?id=${person?.content}`)
    expect(listed.body).toEqual({ records: [] })
    expectError(await api().request('DELETE', `/v1/content/${person?.content}`), 40400)
    expect((await api().request('GET', `/v1/prospects/${person?.prospect}`)).status).toBe(200)
  })

  test('a record that is deleted leaves its campaign, and its person can be invited again', async () => {
    const list = `email\n${freshEmail()}\n`
    const { id } = await inviteAll(api(), list)
    const [person] = await peopleOf(api(), id)
    await api().request('DELETE', `/v1/content/${person?.content}`)
    expect(await peopleOf(api(), id)).toEqual([])
    await sendList(api(), id, list)
    expect(await untilCompleted(api(), id)).toMatchObject({ people: 1 })
  })

  test('updated, all records are new, and links stay', async () => {
    const { id } = await inviteAll(api(), `email\n${freshEmail()}\n${freshEmail()}\n`)
    const people = await peopleOf(api(), id)
    const times = () =>
      Promise.all(
        people.map(async ({ content }) => {
          const { body } = await api().request<{ updatedAt: string }[]>('GET', `/v1/content/${content}`)
          return body[0]?.updatedAt
        }),
      )
    const before = await times()
    const headers = { 'idempotency-key': freshEmail() }
    const path = `/v1/campaigns/${id}/regenerate`
    expect((await api().request('POST', path, { headers })).status).toBe(202)
    const again = await api().request('POST', path, { headers })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
    await expect.poll(async () => (await times()).every((time, at) => time !== before[at])).toBe(true)
    expect((await peopleOf(api(), id)).map(({ link }) => link)).toEqual(people.map(({ link }) => link))
  })

  const template = 'moved-goal'
  const store = (goal: Parameters<typeof goalYaml>[0]) =>
    api().request('PUT', `/v1/templates/${template}`, { body: { yaml: goalYaml(goal) } })

  test('when another item becomes the goal, and the pages are updated, the campaign counts who reached that one', async () => {
    await store('hero')
    const [jane, bo, ann] = [freshEmail(), freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `E-mail\n${jane}\n${bo}\n${ann}\n`, { template })
    const [ofJane, ofBo] = (await peopleOf(api(), id)).map(({ link }) => ({ pattern: patternOf(link) }))
    await send(
      api(),
      batchOf(ofJane ?? expect.fail(), { input: true, last: 1, events: [view(1)] }),
      batchOf(ofBo ?? expect.fail(), { input: true, last: 2, events: [view(1), click(2)] }),
    )
    const reached = async () => {
      const { body } = await api().request<Campaign>('GET', `/v1/campaigns/${id}`)
      const people = (await peopleOf(api(), id)).filter((person) => person.reached)
      expect(people).toHaveLength(body.reached)
      return [body.came, ...people.map(({ email }) => email)]
    }
    expect(await reached()).toEqual([2, jane, bo])

    await store('cta')
    await api().request('POST', `/v1/campaigns/${id}/regenerate`)
    await expect.poll(reached).toEqual([2, bo])
  })

  test('a campaign says what people read where a value is not known, and nothing stands in for it', async () => {
    await api().request('PUT', '/v1/templates/blanks', { body: { yaml: blanksYaml } })
    const { id } = await inviteAll(api(), blanksList, { template: 'blanks' })
    const { status, body } = await api().request('GET', `/v1/campaigns/${id}/blanks`)
    expect(status).toBe(200)
    const hello = { index: 0, selector: 'h1', type: 'text', people: 2, reads: 'Hello , welcome' }
    const two = ['info@two.example']
    const shot = { index: 3, selector: '.shot', type: 'src', people: 1, examples: two }
    expect(body).toEqual({
      blanks: [
        { ...hello, values: ['name'], examples: expect.arrayContaining(['info@one.example', ...two]) },
        {
          index: 1,
          selector: '.lead',
          type: 'html',
          people: 1,
          reads: '<p>For <b></b> Two</p>',
          values: ['additional.city', 'company'],
          examples: two,
        },
        { ...shot, values: ['additional.city'], reads: 'https://www.example.com/.jpg' },
      ],
    })
    const gaps = await api().request<{ gaps: object[] }>('GET', `/v1/campaigns/${id}/gaps`)
    expect(gaps.body.gaps).toMatchObject([{ index: 4, empty: 1, byDefault: 0 }])
    expectError(await api().request('GET', `/v1/campaigns/${id}/blanks`, { token: api().otherToken }), 40400)
  })
})

/** A visit that saw the hero. */
function visit(api: Service, pattern: string, letter = 'v') {
  const events = [{ seq: 1, item: 'hero', type: 'view', at: 1500 }]
  const report = { applied: [0], missing: [], refused: [], contested: [] }
  const body = {
    v: 1,
    pattern,
    visit: letter.padEnd(22, letter[0]),
    sent: 2000,
    last: 1,
    input: true,
    report,
    events,
  }
  return api.request('POST', '/e', { token: '', body })
}
