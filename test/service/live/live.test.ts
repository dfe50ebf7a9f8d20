import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallList, Interested, Today } from '../../../service/events/today/operations.ts'
import type { Batch } from '../../../wire/event.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { inviteAll, patternOf, peopleOf } from '../campaigns/support.ts'
import { click, duration, send as sendTo, view } from '../events/batch.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})

afterAll(() => service?.stop())

/** One person's link. */
async function invite(email: string, options: { test?: boolean } = {}): Promise<string> {
  const prospect = await createProspect(service, { email, ...options })
  const { id, pattern } = await createContent(service, { prospect, template: 'launch' })
  await whenCompleted(service, id)
  return pattern
}

function report(pattern: string, visit: string, events: Batch['events']): Promise<void> {
  return send({ v: 1, pattern, visit: visit.padEnd(22, 'A'), sent: 9000, last: 9, input: true, events })
}

const send = (batch: object) => sendTo(service, batch as Batch)

/** Follows what goes on; `latest` is what was told last. */
function follow(token = service.token, headers: Record<string, string> = {}) {
  const aborted = new AbortController()
  const told: { id: string; today: Today }[] = []
  let text = ''
  const ended = (async () => {
    const response = await fetch(`${service.url}/v1/live`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      signal: aborted.signal,
    })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece
      for (const [, id = '', data = ''] of text.matchAll(/id: (.*)\nevent: today\ndata: (.*)\n\n/g))
        if (told.at(-1)?.id !== id && !told.some((each) => each.id === id))
          told.push({ id, today: JSON.parse(data) as Today })
    }
  })().catch(() => {})
  return {
    ended,
    latest: () => told.at(-1),
    today: () => told.at(-1)?.today,
    async [Symbol.asyncDispose]() {
      aborted.abort()
      await ended
    },
  }
}

test('who opens their link is on a page, and who leaves it is not, but is among those who came', async () => {
  await using live = follow()
  await expect.poll(() => live.today()?.now).toEqual([])
  const pattern = await invite('jane.doe@acme.example')

  // What is being read goes with what else is sent, and is no sign of leaving.
  await report(pattern, 'one', [view(1), click(2), duration(3, 900)])
  await expect
    .poll(() => live.today()?.now)
    .toMatchObject([
      {
        label: 'Jane Doe',
        email: 'jane.doe@acme.example',
        template: 'launch',
        latest: { item: 'cta', type: 'click' },
      },
    ])

  const visit = 'one'.padEnd(22, 'A')
  await send({ v: 1, pattern, visit, sent: 9500, visible: 9500, events: [duration(3, 4800)] })
  await expect.poll(() => live.today()?.now).toEqual([])
  expect(live.today()?.week).toMatchObject([
    {
      label: 'Jane Doe',
      visits: 1,
      items: [
        { item: 'hero', type: 'view', visits: 1 },
        { item: 'cta', type: 'click', visits: 1 },
        { item: 'pricing', type: 'duration', visits: 1, ms: 4800 },
      ],
    },
  ])
  expect(live.today()?.weeks.days.at(-1)).toMatchObject({ visits: 1, people: 1 })
})

test('who may be a machine is not there until a person shows, nor is a machine', async () => {
  await using live = follow()
  const present = () => live.today()?.now.map(({ email }) => email)
  const batch = async (email: string) => {
    const visit = email.replace(/\W/g, '').padEnd(22, 'A')
    return { v: 1, pattern: await invite(email), visit, sent: 900, input: false, visible: 900, events: [] }
  }
  const [hidden, person] = [await batch('hidden@acme.example'), await batch('shown@acme.example')]
  await send(hidden)
  await send(person)
  await send({ ...person, sent: 1500, input: true, visible: 1500 })
  await expect.poll(present).toContain('shown@acme.example')
  expect(present()).not.toContain('hidden@acme.example')
  expect(live.today()?.week.map(({ email }) => email)).not.toContain('hidden@acme.example')
  await send({ ...person, input: undefined, sent: 2000, visible: 2000 })
  await expect.poll(present).toEqual([])
})

test('who leaves without anything else to tell is gone at once, whatever overtakes the news', async () => {
  await using live = follow()
  const present = () => live.today()?.now.map(({ email }) => email)
  const pattern = await invite('quiet@acme.example')
  const visit = {
    v: 1,
    pattern,
    visit: 'quiet'.padEnd(22, 'A'),
    last: 1,
    visible: 3000,
    events: [] as object[],
  }
  const settled = { applied: [0], missing: [], refused: [], contested: [] }
  await send({ ...visit, sent: 900, input: true, report: settled })
  await expect.poll(present).toContain('quiet@acme.example')
  await send({ ...visit, sent: 4000 })
  await expect.poll(present).not.toContain('quiet@acme.example')
  await send({ ...visit, sent: 4000, input: true, events: [view(1)] })
  await send({ ...visit, sent: 3000, input: true, report: settled })
  const other = await invite('other@acme.example')
  await report(other, 'other', [view(1)])
  await expect.poll(present).toContain('other@acme.example')
  expect(present()).not.toContain('quiet@acme.example')
  for (const [pattern, name] of [
    [visit.pattern, 'quiet'],
    [other, 'other'],
  ] as const)
    await send({ ...visit, pattern, visit: name.padEnd(22, 'A'), sent: 20_000 })
  await expect.poll(present).toEqual([])
})

test('nothing is told of test prospects, and nothing to another organization', async () => {
  await using live = follow()
  await using other = follow(service.otherToken)
  const [tested, real] = [
    await invite('test@acme.example', { test: true }),
    await invite('real@acme.example'),
  ]
  await report(tested, 'four', [view(1)])
  await report(real, 'five', [view(1)])
  await expect.poll(() => live.today()?.now.map(({ email }) => email)).toEqual(['real@acme.example'])
  expect(other.today()).toMatchObject({ now: [], week: [], broken: [] })
  expect(other.today()?.weeks.week).toEqual({ people: 0, visits: 0, goals: 0, ms: 0 })
})

test('who needs no call any more is marked as done, until they come again', async () => {
  const list = 'email,name,owner\ncall.me@acme.example,Call Me,Tom Reed\n'
  const { id } = await inviteAll(service, list, { name: 'Calls' })
  const [{ content = '', link = '' } = {}] = await peopleOf(service, id)
  const pattern = new URL(link).searchParams.get('pattern') ?? ''
  await using live = follow()
  const listed = () => live.today()?.week.find(({ email }) => email === 'call.me@acme.example')
  await report(pattern, 'call', [view(1)])
  await expect
    .poll(listed)
    .toMatchObject({ campaign: { id, name: 'Calls' }, owner: 'Tom Reed', link, done: false, content })
  const mark = (done: unknown, of = content, token = service.token) =>
    service.request('PUT', `/v1/today/${of}`, { body: { done }, token })
  expect(await mark(true)).toMatchObject({ status: 200, body: { content, done: true } })
  await expect.poll(() => listed()?.done).toBe(true)
  expect((await mark(true, content, service.otherToken)).status).toBe(404)
  expect((await mark('yes')).status).toBe(400)
  const later = 'later'.padEnd(22, 'A')
  await send({
    v: 1,
    pattern,
    visit: later,
    sent: 0,
    last: 1,
    input: true,
    events: [{ ...view(1), at: 0 }],
  })
  await expect.poll(listed).toMatchObject({ done: false, visits: 2 })
  const { week, before, days } = live.today()?.weeks ?? {}
  expect(days).toHaveLength(14)
  expect(days?.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), people: week?.people })
  expect(week?.visits).toBeGreaterThanOrEqual(2)
  expect(before).toEqual({ people: 0, visits: 0, goals: 0, ms: 0 })
})

const dayMs = 86_400_000
const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

/** A visit that began so long ago and was left after reading; with the goal, if one is named. */
async function visitAgo(link: string, agoMs: number, readMs: number, goal?: string): Promise<void> {
  const events = [duration(1, readMs), ...(goal ? [click(2, { item: goal })] : [])]
  const visit = `${agoMs}v${readMs}`.padEnd(22, 'A')
  const batch = { v: 1, pattern: patternOf(link), visit, last: events.length, visible: readMs }
  const sent = agoMs + readMs + 5000
  await send({ ...batch, sent, events })
  await send({ ...batch, sent: sent + 1, events: [] })
}

async function callsOf(query: string): Promise<CallList> {
  return (await service.request<CallList>('GET', `/v1/today?${query}`)).body
}

const labelsOf = (people: Interested[]) => people.map(({ label }) => label)

test('whom to call is asked over everybody: filters, totals and companies know no hundred warmest', async () => {
  const crowd = Array.from({ length: 101 }, (_, n) => `crowd${n}@crowd.example,Crowd ${n}\n`)
  const big = await inviteAll(service, `email,name\n${crowd.join('')}`, { name: 'Big' })
  const list = `email,name,company,Telefon,owner
ann@nord.example,Ann Lee,Nord,+49 30 1000,Lea Vogt
bo@nord.example,Bo Ek,Nord,,Tom Reed
cy@sud.example,Cy Day,Süd,,Lea Vogt
`
  const small = await inviteAll(service, list, { name: 'Small' })
  for (const { link = '' } of await peopleOf(service, big.id)) await visitAgo(link, 1000, 900_000)
  for (const { link = '' } of await peopleOf(service, small.id)) await visitAgo(link, 1000, 20_000)
  const ofSmall = `campaign=${small.id}&midnight=${hourAgo()}`
  const people = async (query = '') => labelsOf((await callsOf(`${ofSmall}&${query}`)).people).sort()
  await expect.poll(people).toEqual(['Ann Lee', 'Bo Ek', 'Cy Day'])
  const ofAll = ({ totals: { today, earlier } }: CallList) => today + earlier
  await expect.poll(async () => ofAll(await callsOf(''))).toBeGreaterThanOrEqual(104)
  const all = await callsOf('limit=2')
  expect(all.campaigns).toEqual(expect.arrayContaining([{ id: small.id, name: 'Small' }]))
  expect(all.owners).toEqual(expect.arrayContaining(['Lea Vogt', 'Tom Reed']))
  expect((await callsOf(`limit=1000&cursor=${all.next}`)).people.length).toBeGreaterThanOrEqual(102)
  expect(await people('owner=Lea Vogt')).toEqual(['Ann Lee', 'Cy Day'])
  expect(await people('goal=true')).toEqual([])
  expect(await people('new=true&limit=1')).toHaveLength(1)
  const { companies, totals } = await callsOf(`${ofSmall}&by=company`)
  expect(companies.map(({ name, people }) => [name, people]).sort()).toEqual([
    ['Nord', 2],
    ['Süd', 1],
  ])
  expect(totals).toEqual({ now: 0, today: 2, earlier: 0, done: 0 })
  const [ann] = (await callsOf(`${ofSmall}&owner=Lea Vogt`)).people.filter(({ phone }) => phone)
  expect(ann).toMatchObject({ label: 'Ann Lee', phone: '+49 30 1000' })
  await service.request('PUT', `/v1/today/${ann?.content}`, { body: { done: true } })
  expect(await people()).toEqual(['Bo Ek', 'Cy Day'])
  expect(await people('done=true')).toEqual(['Ann Lee'])
  expect((await callsOf(`${ofSmall}&goal=true`)).totals.done).toBe(0)
  expect((await callsOf(`${ofSmall}&owner=Lea Vogt`)).totals.done).toBe(1)
  const other = { additional: { owner: 'Lea Vogt' } }
  await service.request('POST', '/v1/prospects', { body: { email: 'bo@nord.example', ...other } })
  expect(await people('owner=Lea Vogt')).toEqual(['Bo Ek', 'Cy Day'])
  for (const [name, value] of [
    ['limit', '0'],
    ['cursor', 'x'],
    ['by', 'town'],
    ['midnight', 'noon'],
  ])
    expect((await service.request('GET', `/v1/today?${name}=${value}`)).status).toBe(400)
  const body = (await service.request<CallList>('GET', '/v1/today', { token: service.otherToken })).body
  expect(body).toMatchObject({ people: [], campaigns: [], owners: [] })
})

test('who is on a page comes first, then who came today; warmth is halved with each day, the goal’s too', async () => {
  const yaml = `page: https://www.example.com/
languages: [en]
content: []
analytics:
  - { id: pricing, selector: p, type: duration }
  - { id: cta, selector: a, type: click, goal: true }
`
  await service.request('PUT', '/v1/templates/warm', { body: { yaml } })
  const names = ['friday', 'goal', 'old-goal', 'today', 'now']
  const list = `email\n${names.map((name) => `${name}@warm.example\n`).join('')}`
  const { id } = await inviteAll(service, list, { name: 'Warm', template: 'warm' })
  const links = new Map((await peopleOf(service, id)).map(({ email, link = '' }) => [email, link]))
  const linkOf = (name: string) => links.get(`${name}@warm.example`) ?? ''
  await visitAgo(linkOf('friday'), 3 * dayMs, 180_000)
  await visitAgo(linkOf('old-goal'), 5 * dayMs, 20_000, 'cta')
  await visitAgo(linkOf('goal'), 180_000, 20_000, 'cta')
  await visitAgo(linkOf('today'), 60_000, 120_000)
  await report(patternOf(linkOf('now')), 'now', [])
  await expect
    .poll(async () =>
      (await callsOf(`campaign=${id}&midnight=${hourAgo()}`)).people.map(({ email }) => email),
    )
    .toEqual(['now', 'goal', 'today', 'old-goal', 'friday'].map((name) => `${name}@warm.example`))
})

test('a selector that matches nothing is told as broken', async () => {
  await using live = follow()
  const pattern = await invite('broken@acme.example')
  const report = { applied: [0], missing: [1], refused: [], contested: [] }
  await send({
    v: 1,
    pattern,
    visit: 'broken'.padEnd(22, 'A'),
    sent: 1,
    last: 0,
    input: true,
    report,
    events: [],
  })
  await expect
    .poll(() => live.today()?.broken)
    .toMatchObject([{ kind: 'missing', template: 'launch', visits: 1 }])
})

test('who connects again and knows the latest is not told it again', async () => {
  await using first = follow()
  await expect.poll(() => first.latest()?.id).toBeTruthy()
  const { id } = first.latest() ?? { id: '' }
  await using second = follow(service.token, { 'last-event-id': id })
  await using third = follow()
  await expect.poll(() => third.latest()?.id).toBe(id)
  expect(second.latest()).toBeUndefined()
})

test('a stream ends with its token or session, revoked, signed out or by its token; others go on', async () => {
  const makeToken = async () => {
    const body = { user: 'eve', role: 'viewer' }
    return (await service.request<{ id: string; token: string }>('POST', '/v1/tokens', { body })).body
  }
  const signIn = async (token: string) => {
    const { headers } = await service.request('POST', '/console/session', { token: '', body: { token } })
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', origin: service.url }
  }
  const [token, kept] = [await makeToken(), await makeToken()]
  const [byToken, signedOut] = [await signIn(token.token), await signIn(kept.token)]
  await using revoked = follow(token.token)
  await using first = follow('', byToken)
  await using second = follow('', signedOut)
  await using other = follow()
  for (const stream of [revoked, first, second, other]) await expect.poll(() => stream.today()).toBeTruthy()
  await service.request('DELETE', `/v1/tokens/${token.id}`)
  await service.request('DELETE', '/console/session', { token: '', headers: signedOut })
  await Promise.all([revoked.ended, first.ended, second.ended])
  expect(await Promise.race([other.ended, 'goes on'])).toBe('goes on')
})

test('a stream keeps the service from nothing: it ends with it', async () => {
  await using live = follow()
  await expect.poll(() => live.today()).toBeTruthy()
  expect(await service.stop()).toBe(0)
  await live.ended
})
