import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Campaign } from '../../../../service/campaigns/campaign.ts'
import type { Lift } from '../../../../service/campaigns/lift/lift.ts'
import { batchOf, click, send, view } from '../../events/batch.ts'
import { type Content, expectError, withApi } from '../../http/support.ts'
import {
  createCampaign,
  fileOf,
  inviteAll,
  patternOf,
  peopleOf,
  sendList,
  untilCompleted,
} from '../support.ts'

interface Counts {
  people: number
  came: number
  reached: number
}

const yaml = (analytics: string) => `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
analytics:
  - { id: hero, selector: h1, type: view }
  - { id: reserve, selector: .cta, type: click${analytics} }
`

/** 30 companies of one to five people, and ten people of a free mail provider. */
const people = [
  ...Array.from({ length: 30 }, (_, company) =>
    Array.from({ length: (company % 5) + 1 }, (_, at) => `person${at}@mail.company-${company}.com`),
  ).flat(),
  ...Array.from({ length: 10 }, (_, at) => `somebody${at}@gmail.com`),
]
const list = `Email\n${people.join('\n')}\n`

/** The unit that the contract names, for these addresses. */
const unitOf = (email: string) => /company-\d+\.com$/.exec(email)?.[0] ?? email

const isDrawn = (campaign: string, email: string, control: number) => {
  const hex = createHash('sha256')
    .update(`${campaign}\n${unitOf(email)}`)
    .digest('hex')
  return Number.parseInt(hex.slice(0, 13), 16) / 2 ** 52 < control / 100
}

withApi((api) => {
  let campaign: Campaign
  beforeAll(async () => {
    for (const [name, goal] of [
      ['with-goal', ', goal: true'],
      ['without-goal', ''],
    ] as const) {
      const { status } = await api().request('PUT', `/v1/templates/${name}`, { body: { yaml: yaml(goal) } })
      expect(status).toBe(200)
    }
    campaign = await inviteAll(api(), list, { template: 'with-goal', control: 40 })
  })

  const liftOf = (id: string) => api().request<Lift>('GET', `/v1/campaigns/${id}/lift`)

  test('whole companies are drawn, by a rule that anybody can compute', async () => {
    expect(campaign.control).toBe(40)
    const found = await peopleOf(api(), campaign.id, '?limit=1000')
    expect(found).toHaveLength(people.length)
    for (const { email = '', group } of found)
      expect([email, group]).toEqual([email, isDrawn(campaign.id, email, 40) ? 'control' : 'personal'])
    expect(new Set(found.map(({ group }) => group)).size).toBe(2)
  })

  test('what a list can tell is said before it is sent, and when it is', async () => {
    const headers = { 'content-type': 'text/csv' }
    const look = (query: string) =>
      api().request<object>('POST', `/v1/lists/read${query}`, { body: list, headers })
    expect((await look('?control=10')).body).toMatchObject({
      groups: { personal: { people: 90, companies: 36 }, control: { people: 10, companies: 4 } },
      canTell: false,
      canTellFrom: 1000,
      // As whole companies of up to five are drawn.
      controlPeople: { least: 0, most: 21 },
    })
    expect((await look('')).body).not.toHaveProperty('groups')
    for (const control of ['51', '-1', 'ten']) expectError(await look(`?control=${control}`), 40001)
    const { groups } = (await liftOf(campaign.id)).body
    const sizes = groups.map(({ people, companies }) => ({ people, companies }))
    const told = { canTell: false, groups: { personal: sizes[0], control: sizes[1] } }
    const again = (await sendList(api(), campaign.id, list)).body
    expect(again).toMatchObject({ ...told, same: people.length })
    expect((await api().request('GET', `/v1/campaigns/${campaign.id}/review`)).body).toMatchObject(told)
  })

  test('the control group has links to the page’s own content, which are measured like any other', async () => {
    const found = await peopleOf(api(), campaign.id, '?limit=1000')
    for (const group of ['personal', 'control'] as const) {
      const { content, link } = found.find((person) => person.group === group) ?? {}
      const wanted = group === 'control' ? [] : [expect.objectContaining({ selector: 'h1' })]
      const { body } = await api().request<Content[]>('GET', `/v1/content/${content}`)
      expect(body[0]).toMatchObject({ status: 'completed', content: wanted })
      expect(body[0]?.analytics).toHaveLength(2)
      const page = await fetch(`${api().url}/p/${patternOf(link)}`)
      expect(await page.json()).toMatchObject({
        content: wanted,
        analytics: [{ id: 'hero' }, { id: 'reserve' }],
      })
    }
  })

  test('only results.csv tells the groups, at its end', async () => {
    const [header, ...rows] = (await fileOf(api(), campaign.id, 'results.csv')).trim().split('\r\n')
    expect(header).toMatch(/,goal,machines,unsure,group$/)
    for (const row of rows) {
      const email = people.find((each) => row.includes(each)) ?? ''
      expect(row).toMatch(isDrawn(campaign.id, email, 40) ? /,control$/ : /,personal$/)
    }
    expect(await fileOf(api(), campaign.id, 'links.csv')).not.toMatch(/control|personal|group/)
    const other = await inviteAll(api(), 'Email\nalone@company-1.com\n', { template: 'with-goal' })
    expect((await fileOf(api(), other.id, 'results.csv')).split('\r\n')[0]).toMatch(/,goal,machines,unsure$/)
    expect((await peopleOf(api(), other.id))[0]).not.toHaveProperty('group')
  })

  test('before anybody came, everybody is invited whose page is made, and nobody of a draft', async () => {
    const { status, body } = await liftOf(campaign.id)
    expect(status).toBe(200)
    const nothing = { rate: 0, low: 0, high: 0 }
    expect(body).toEqual({
      goal: 'reserve',
      level: 0.95,
      horizon: 1000,
      groups: ['personal', 'control'].map((group) => {
        const drawn = people.filter((email) => isDrawn(campaign.id, email, 40) === (group === 'control'))
        const companies = new Set(drawn.map(unitOf)).size
        return { group, companies, people: drawn.length, came: 0, reached: 0 }
      }),
      personal: nothing,
      control: nothing,
      difference: { estimate: 0, low: 0, high: 0 },
      p: 1,
      verdict: 'too-early',
      balance: { invited: expect.objectContaining({ ok: true }) },
      days: [],
    })
    const draft = await inviteAll(api(), list, { template: 'with-goal', control: 50, status: 'draft' })
    const invited = async () => {
      const { groups } = (await liftOf(draft.id)).body
      return groups.reduce((sum, group) => sum + group.people, 0)
    }
    expect(await invited()).toBe(0)
    await api().request('PATCH', `/v1/campaigns/${draft.id}`, { body: { status: 'open' } })
    expect(await invited()).toBe(people.length)
  })

  test('of those invited, who reached the goal is counted by group and by day; who came stands beside', async () => {
    const found = await peopleOf(api(), campaign.id, '?limit=1000')
    // Every second one came, of whom every third reached the goal; one came twice.
    const visitors = found.filter((_, at) => at % 2 === 0)
    for (const [at, { link }] of visitors.entries()) {
      const pattern = patternOf(link)
      const events = [view(1), ...(at % 3 === 0 ? [click(2, { item: 'reserve' })] : [])]
      await send(api(), batchOf({ pattern }, { events }))
      if (at === 0) await send(api(), batchOf({ pattern }, { events }))
    }
    const [personal, control] = ['personal', 'control'].map((wanted) => {
      const mine = visitors.flatMap(({ group }, at) => (group === wanted ? [at % 3 === 0] : []))
      const invited = found.filter(({ group }) => group === wanted).length
      return { came: mine.length, people: invited, reached: mine.filter(Boolean).length }
    }) as [Counts, Counts]
    await expect.poll(async () => (await liftOf(campaign.id)).body.groups).toMatchObject([personal, control])
    const { body } = await liftOf(campaign.id)
    const difference = personal.reached / personal.people - control.reached / control.people
    expect(body.personal?.rate).toBeCloseTo(personal.reached / personal.people, 9)
    expect(body.difference?.estimate).toBeCloseTo(difference, 9)
    expect(body.verdict).toBe('too-early')
    const onDay = ({ people, reached }: Counts) => ({ people, reached })
    expect(body.days).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        personal: onDay(personal),
        control: onDay(control),
        difference: body.difference,
      },
    ])
  })

  test('a visit that may still be a machine’s is told with when that is decided', async () => {
    const before = Date.now()
    const unseen = (await peopleOf(api(), campaign.id, '?limit=1000')).find(({ visits }) => visits === 0)
    await send(api(), batchOf({ pattern: patternOf(unseen?.link) }, { input: false, events: [view(1)] }))
    const told = async () => (await api().request<Campaign>('GET', `/v1/campaigns/${campaign.id}`)).body
    await expect.poll(async () => (await told()).unsure).toBe(1)
    const minutes = (Date.parse((await told()).decidedAt ?? '') - before) / 60_000
    expect(minutes > 29 && minutes < 40).toBe(true)
  })

  test('the template’s figures leave the control group out', async () => {
    const { body } = await api().request<{ visits: number }>('GET', '/results/template/with-goal')
    const lift = await liftOf(campaign.id)
    const personal = lift.body.groups.find(({ group }) => group === 'personal')?.came ?? 0
    // The first of them came twice.
    const first = (await peopleOf(api(), campaign.id, '?limit=1'))[0]?.group
    expect(body.visits).toBe(personal + (first === 'personal' ? 1 : 0))
  })

  describe('what cannot be compared', () => {
    test('a campaign without a control group, or without a goal, says what to do', async () => {
      const none = await createCampaign(api(), { template: 'with-goal' })
      expect(none.control).toBe(0)
      expect(expectError(await liftOf(none.id), 40902)).toContain('control group')
      const goalless = await createCampaign(api(), { template: 'without-goal', control: 10 })
      expect(expectError(await liftOf(goalless.id), 40902)).toContain('goal')
      expectError(await liftOf('0123456789abcdef01234567'), 40400)
    })

    test('a control group is a whole percentage up to 50, and stays once somebody is drawn', async () => {
      for (const control of [51, -1, 1.5, '10', null]) {
        const body = { name: 'A', template: 'with-goal', language: 'en', control }
        expect(expectError(await api().request('POST', '/v1/campaigns', { body }), 40001)).toContain(
          'control',
        )
      }
      const { id } = await createCampaign(api(), { template: 'with-goal' })
      const change = (body: object) => api().request<Campaign>('PATCH', `/v1/campaigns/${id}`, { body })
      expect((await change({ control: 20 })).body.control).toBe(20)
      expect((await sendList(api(), id, 'Email\nada@company-1.com\n')).status).toBe(202)
      expect(expectError(await change({ control: 30 }), 40001)).toContain('control')
      expect((await change({ control: 20, name: 'Same' })).body).toMatchObject({ control: 20, name: 'Same' })
      await untilCompleted(api(), id)
    })
  })
})
