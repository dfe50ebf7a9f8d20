import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Alert, AlertTest } from '../../../service/messages/alerts/operations.ts'
import { batchOf, click, duration, send } from '../events/batch.ts'
import { insertRecord } from '../events/records.ts'
import { serviceWithAlerts } from './support.ts'

const alerts = serviceWithAlerts()
const { ask, beginMorning, bodies, create, received, recordOf, slackAt, teamsAt, whenSent } = alerts

test('the goal is told at once and once, in Slack and in Teams: who, what, which visit, and where to look', async () => {
  await create({ to: slackAt('slack'), when: ['goal'] })
  await create({ to: teamsAt('teams'), when: ['goal'] })
  const record = await recordOf({
    name: 'João Schmidt',
    company: 'Vertexstack',
    additional: { owner: 'Tom Reed' },
  })
  const batch = batchOf(record, { events: [click(1), duration(2, 17_000)], last: 2, sent: 20_000 })
  await send(alerts, batch, batch)
  await whenSent()
  expect(alerts.receivers.received).toHaveLength(2)
  const slack = JSON.parse(received('slack')[0]?.body ?? '')
  expect(Object.keys(slack)).toEqual(['text', 'blocks'])
  expect(slack.text).toBe('João Schmidt, Buyer at Vertexstack, clicked cta')
  const said = slack.blocks[0].text.text
  expect(said).toMatch(
    /^🔥 \*João Schmidt\*, Buyer at Vertexstack, clicked cta\nread pricing for 17 s · 1st visit · launch · Owner: Tom Reed · /,
  )
  expect(said).toMatch(/<https:\/\/motif\.example\/console\/people\/[0-9a-f]{24}\|Open>$/)
  const teams = received('teams')[0]?.body ?? ''
  for (const words of ['João Schmidt', 'clicked cta', '1st visit', 'Tom Reed', '/console/people/'])
    expect(teams).toContain(words)
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(alerts.receivers.received).toHaveLength(2)
})

test('who comes again is told once a visit, and what is read for long once a visit', async () => {
  await create({ to: slackAt('slack/again'), when: ['return', 'read'], seconds: 30 })
  const record = await recordOf()
  const first = batchOf(record, { events: [duration(1, 20_000)], last: 1, sent: 21_000 })
  await send(alerts, first)
  const longer = { ...first, sent: 40_000, events: [duration(1, 31_000)] }
  await send(alerts, longer, longer)
  await whenSent()
  await send(alerts, { ...longer, sent: 90_000, events: [duration(1, 80_000)] })
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('read pricing for 31 s')])
  await send(alerts, batchOf(record))
  await whenSent()
  expect(bodies()[1]).toContain('came back')
  expect(bodies()[1]).toContain('2nd visit')
  expect(bodies()).toHaveLength(2)
})

test('people of one owner are told to that owner, and nobody else’s', async () => {
  await create({
    to: slackAt('slack/tom'),
    when: ['goal'],
    owner: { column: 'Contact owner', value: 'tom  reed' },
  })
  const ofTom = await recordOf({ name: 'Of Tom', additional: { contact_owner: 'Tom Reed' } })
  const ofAnn = await recordOf({ name: 'Of Ann', additional: { contact_owner: 'Ann' } })
  for (const record of [ofAnn, ofTom]) await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('Of Tom')])
  expect(bodies()[0]).toContain('Owner: Tom Reed')
})

test('what a column says is told under its own title, and is no owner', async () => {
  await create({ to: slackAt('slack/west'), when: ['goal'], owner: { column: 'Region', value: 'West' } })
  const record = await recordOf({ additional: { region: 'West', owner: 'Ann Lee' } })
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(bodies()[0]).toContain('Owner: Ann Lee · Region: West')
})

test('a column whose meaning is known says of whom an alert tells, like any other', async () => {
  const columns = {
    'Job Title': 'head of sales',
    Firma: 'NORTH  wind',
    'Industry (HS)': 'Retail',
    Language: 'en',
  }
  for (const [column, value] of Object.entries(columns)) {
    const to = slackAt(`slack/${encodeURIComponent(column)}`)
    await create({ to, when: ['goal'], owner: { column, value } })
  }
  const record = await recordOf({ name: 'Meant', company: 'North Wind', role: 'Head of Sales' })
  const other = await recordOf({ name: 'Other' })
  await sql`UPDATE content SET language = 'de' WHERE id = ${other.id}`.execute(alerts.db)
  await sql`
    UPDATE prospect SET industry = 'Retail' WHERE id = (SELECT prospect FROM content WHERE id = ${record.id})`.execute(
    alerts.db,
  )
  for (const of of [other, record]) await send(alerts, batchOf(of, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(bodies()).toEqual(Object.keys(columns).map(() => expect.stringContaining('Meant')))
})

test('a name cannot call a channel, make a link or a picture', async () => {
  await create({ to: slackAt('slack/hostile'), when: ['goal'] })
  await create({ to: teamsAt('teams/hostile'), when: ['goal'] })
  const name =
    '<!channel> <https://evil.example|Click> *b* [x](https://evil.example) ![y](https://evil.example/z.png)'
  const record = await recordOf({ name, company: 'A\n\u202eB & <@U123> :tada: _so_' })
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  const { text, blocks } = JSON.parse(received('slack/hostile')[0]?.body ?? '')
  for (const said of [text, blocks[0].text.text.replace(/<https:\/\/motif\.example[^>]*>$/, '')]) {
    expect(said).not.toMatch(/[<>]/)
    expect(said).toContain('&lt;!channel&gt;')
    expect(said).not.toMatch(/[\u202e]|:tada:|_so_/)
    expect(said).toMatch(/tada.*so/)
  }
  expect(blocks[0].text.verbatim).toBe(true)
  const card = received('teams/hostile')[0]?.body ?? ''
  expect(card).not.toContain('](')
  expect(card).not.toContain('"TextBlock"')
})

test('an alert keeps within what Slack and Teams take, whatever its words are', async () => {
  const name = '&'.repeat(100)
  const item = (id: string, type: string) =>
    `  - { id: ${id}, selector: '#${id}', type: ${type}, name: '${name}' }`
  const yaml = `page: https://www.example.com/
languages: [en]
content: []
analytics:
${['a', 'b', 'c'].map((id) => item(id, 'duration')).join('\n')}
  - { id: cta, selector: .cta, type: click, name: '${name}', goal: true }
`
  const stored = await ask('PUT', '/templates/ampersands', { yaml })
  expect(stored.status, JSON.stringify(stored.body)).toBe(200)
  const analytics = ['a', 'b', 'c'].map((id) => ({ id, selector: `#${id}`, type: 'duration' as const }))
  await create({ to: slackAt('slack/long'), when: ['goal'] })
  await create({ to: teamsAt('teams/long'), when: ['goal'], at: 'morning' })
  for (let at = 0; at < 25; at++) {
    const signs = at === 24 ? name : '株'.repeat(100)
    const record = await insertRecord(alerts.db, {
      analytics: [...analytics, { id: 'cta', selector: '.cta', type: 'click' }],
    })
    await sql`UPDATE content SET goal = 'cta', template = 'ampersands' WHERE id = ${record.id}`.execute(
      alerts.db,
    )
    await sql`
      UPDATE prospect SET name = ${signs}, company = ${signs}, role = ${signs},
        additional = ${JSON.stringify({ owner: signs })}
      WHERE id = (SELECT prospect FROM content WHERE id = ${record.id})`.execute(alerts.db)
    const reads = ['a', 'b', 'c'].map((item, seq) => duration(seq + 2, 5000, { item }))
    await send(alerts, batchOf(record, { events: [click(1), ...reads], last: 4 }))
  }
  await beginMorning()
  const listed = (await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts
  for (const { state, deliveries } of listed) {
    expect(state).toBe('on')
    expect(deliveries.filter(({ error }) => error)).toEqual([])
  }
  const { attachments } = JSON.parse(received('teams/long')[0]?.body ?? '')
  const card = JSON.stringify(attachments[0].content.body)
  expect(card).toContain('25 things')
  const shown = card.split('clicked').length - 1
  expect(card).toContain(`And ${25 - shown} more.`)
})

test('a busy receiver is asked again, one that is gone switches the alert off until a test is received', async () => {
  await create({ to: slackAt('busy'), when: ['goal'] })
  const gone = await create({ to: slackAt('gone'), when: ['goal'] })
  const record = await recordOf()
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(received('busy')).toHaveLength(2)
  expect(received('gone')).toHaveLength(1)
  const { body } = await ask<Alert>('GET', `/alerts/${gone.id}`)
  expect(body).toMatchObject({
    state: 'off',
    deliveries: [{ what: 'goal', status: 404, error: 'HTTP 404', response: 'no_service' }],
  })
  expect(await ask<AlertTest>('POST', `/alerts/${gone.id}/test`)).toEqual({
    status: 200,
    body: { status: 404, response: 'no_service' },
  })
  await sql`UPDATE alert SET url = ${`${alerts.receivers.url}/slack`} WHERE id = ${gone.id}`.execute(
    alerts.db,
  )
  expect((await ask<AlertTest>('POST', `/alerts/${gone.id}/test`)).body).toEqual({
    status: 200,
    response: 'ok',
  })
  expect((await ask<Alert>('GET', `/alerts/${gone.id}`)).body.state).toBe('on')
})

test('who may be a machine is told of only once they are a person, with what they had read until then', async () => {
  await create({ to: slackAt('slack/unsure'), when: ['return', 'read', 'goal'], seconds: 30 })
  const record = await recordOf()
  await send(alerts, batchOf(record))
  const unsure = batchOf(record, {
    events: [duration(1, 31_000), click(2)],
    last: 2,
    sent: 32_000,
    input: false,
    visible: 9000,
  })
  await send(alerts, unsure)
  await whenSent()
  expect(bodies()).toEqual([])
  await send(alerts, { ...unsure, sent: 33_000, input: true, events: [] })
  await whenSent()
  const said = bodies().map((body) => (JSON.parse(body) as { text: string }).text)
  expect(said.sort()).toEqual([
    'Jane Doe, Buyer at Acme, came back',
    'Jane Doe, Buyer at Acme, clicked cta',
    'Jane Doe, Buyer at Acme, read pricing for 31 s',
  ])
})

test('an item that has a name is called by it', async () => {
  const yaml = `page: https://www.example.com/
languages: [en]
content: []
analytics:
  - { id: cta, selector: .cta, type: click, name: Book a demo, goal: true }
`
  expect((await ask('PUT', '/templates/named', { yaml })).status).toBe(200)
  const record = await recordOf()
  await sql`UPDATE content SET template = 'named' WHERE id = ${record.id}`.execute(alerts.db)
  await create({ to: slackAt('slack/named'), when: ['goal'] })
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('clicked Book a demo')])
})
