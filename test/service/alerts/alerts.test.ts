import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Alert, AlertTest } from '../../../service/messages/alerts/operations.ts'
import { subscriptionToken } from '../../../service/messages/alerts/unsubscribe.ts'
import { batchOf, click, duration, report, send } from '../events/batch.ts'
import { serviceWithAlerts, stranger } from './support.ts'

const alerts = serviceWithAlerts()
const {
  ask,
  beginMorning,
  bodies,
  create,
  look,
  mailing,
  received,
  recordOf,
  slackAt,
  teamsAt,
  visitWithGoal,
  whenSent,
} = alerts

test('the goal is told at once and once, in Slack and in Teams: who, what, which visit, and where to look', async () => {
  await create({ to: slackAt('slack'), when: ['goal'] })
  await create({ to: teamsAt('teams'), when: ['goal'] })
  const record = await recordOf({
    name: 'João Schmidt',
    company: 'Vertexstack',
    additional: { owner: 'Tom Reed', hubspot_contact: 'https://app.hubspot.com/contacts/4/record/0-1/5' },
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
    /^🔥 \*João Schmidt\*, Buyer at Vertexstack, clicked cta\nread pricing for 17 s · 1st visit · launch · Owner: Tom Reed · https:\/\/app\.hubspot\.com\/contacts\/4\/record\/0-1\/5 · /,
  )
  expect(said).toMatch(/<https:\/\/motif\.example\/console\/people\/[0-9a-f]{24}\|Open>$/)
  const teams = received('teams')[0]?.body ?? ''
  for (const words of ['João Schmidt', 'clicked cta', '1st visit', 'Tom Reed', '/console/people/'])
    expect(teams).toContain(words)
  await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(alerts.receivers.received).toHaveLength(2)
})

test('who comes for the first time is told once, who comes again once a visit, and what is read for long once a visit', async () => {
  await create({ to: slackAt('slack/again'), when: ['first-visit', 'return', 'read'], seconds: 30 })
  const record = await recordOf()
  const first = batchOf(record, { events: [duration(1, 20_000)], last: 1, sent: 21_000 })
  await send(alerts, first)
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('*Jane Doe*, Buyer at Acme, visited for the first time')])
  const longer = { ...first, sent: 40_000, events: [duration(1, 31_000)] }
  await send(alerts, longer, longer)
  await whenSent()
  await send(alerts, { ...longer, sent: 90_000, events: [duration(1, 80_000)] })
  await whenSent()
  expect(bodies().slice(1)).toEqual([expect.stringContaining('read pricing for 31 s')])
  await send(alerts, batchOf(record))
  await whenSent()
  expect(bodies().slice(2)).toEqual([expect.stringMatching(/came back.*2nd visit/)])
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
    expect(said).not.toMatch(/[\u202e]/)
    expect(said).toMatch(/tada.*so/)
  }
  expect(blocks[0].text.verbatim).toBe(true)
  const card = received('teams/hostile')[0]?.body ?? ''
  expect(card).not.toContain('](')
  expect(card).not.toContain('"TextBlock"')
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
  expect(await ask<AlertTest>('POST', `/alerts/${gone.id}/test`)).toMatchObject({
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

test('an item that has a name is called by it, as in a sentence, also in the preview', async () => {
  const yaml = `page: https://www.example.com/
languages: [en]
content: []
analytics:
  - { id: cta, selector: .cta, type: click, name: "Button: Book a demo with the whole team", goal: true }
  - { id: pricing, selector: .pricing, type: duration, name: The essay }
`
  expect((await ask('PUT', '/templates/named', { yaml })).status).toBe(200)
  const record = await recordOf()
  await sql`UPDATE content SET template = 'named' WHERE id = ${record.id}`.execute(alerts.db)
  await create({ to: slackAt('slack/named'), when: ['goal'] })
  await send(alerts, batchOf(record, { events: [click(1), duration(2, 28_000)], last: 2, sent: 30_000 }))
  await whenSent()
  expect(bodies()).toEqual([
    expect.stringMatching(/clicked Book a demo with the whole….*read the essay for 28 s/),
  ])
  await sql`UPDATE visit SET seen_minute = seen_minute + 1 WHERE content = ${record.id}`.execute(alerts.db)
  const preview = await ask<{ details: string[] }>('POST', '/alerts/preview', { when: ['return'] })
  expect(preview.body.details).toContain('read the essay for 28 s')
})

test('an alert by mail arrives once, through STARTTLS, with one Message-ID at every attempt; a name is no header and no HTML', async () => {
  await create({ to: { mail: ['sales@acme.example'] }, when: ['goal'] })
  mailing.refusals.push('RCPT', 'DATA')
  const name = 'Jane\r\nBcc: all@evil.example\r\n<b>Doe</b> <img src="https://evil.example/pixel">'
  const record = await recordOf({ name })
  const batch = batchOf(record, { events: [click(1)], last: 1 })
  await send(alerts, batch, batch)
  await whenSent()
  expect(mailing.refusals).toEqual([])
  expect(alerts.mails.received).toHaveLength(1)
  const [{ source = '', secure = false, to } = { to: [] }] = alerts.mails.received
  expect([secure, to]).toEqual([true, ['sales@acme.example']])
  const idIn = (mail: string) => /^Message-ID: (.*)\r$/im.exec(mail)?.[1] ?? expect.fail('it has none')
  expect(mailing.refused.map(idIn)).toEqual([idIn(source)])
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).not.toMatch(/^(Bcc|img)/im)
  expect(source).toContain('&lt;b&gt;Doe')
  expect(source.slice(source.indexOf('<!doctype'))).not.toMatch(/<img/)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

test('who gets mail ends it by one button or one click of the mail program, without signing in', async () => {
  const mail = ['ada@acme.example', 'bo@acme.example']
  const { id } = await create({ to: { mail }, when: ['goal'] })
  const left = async () => (await ask<Alert>('GET', `/alerts/${id}`)).body
  const token = await subscriptionToken(alerts.db, {
    organization: 'acme',
    of: id,
    address: 'ada@acme.example',
  })
  const open = (of: string, init: RequestInit = {}) => fetch(`${alerts.url}/unsubscribe?token=${of}`, init)
  const shown = await open(token)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('ada@acme.example')
  expect((await left()).to.mail).toEqual(mail)
  for (const wrong of [`${token}x`, `x${token}`, '', 'a.b', encodeURIComponent('ü.ü')]) {
    expect((await open(wrong)).status, wrong).toBe(404)
    expect((await open(wrong, { method: 'POST' })).status, wrong).toBe(404)
  }
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await open(token, { method: 'POST', body })).status).toBe(200)
  expect((await open(token, { method: 'POST' })).status).toBe(200)
  expect(await left()).toMatchObject({ to: { mail: ['bo@acme.example'] }, state: 'on' })
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  const last = await subscriptionToken(alerts.db, {
    organization: 'acme',
    of: id,
    address: 'bo@acme.example',
  })
  expect((await open(last, { method: 'POST', body: form })).status).toBe(200)
  expect(await left()).toMatchObject({ to: { mail: [] }, state: 'off' })
})

test('what is gathered goes out in the morning, once, in one message of a size that is taken', async () => {
  for (const to of [slackAt('slack/morning'), teamsAt('teams/morning')])
    await create({ to, when: ['goal'], at: 'morning' })
  for (let at = 0; at < 60; at++) {
    const record = await recordOf({ name: `Person ${at} ${'x'.repeat(200)}`, company: 'ü'.repeat(200) })
    await send(alerts, batchOf(record, { events: [click(1)], last: 1 }))
  }
  await whenSent()
  expect(alerts.receivers.received).toEqual([])
  await beginMorning()
  expect(alerts.receivers.received).toHaveLength(2)
  // Nothing of what the receivers say: they may say what they were told.
  for (const { alerts } of [(await ask<{ alerts: Alert[] }>('GET', '/alerts')).body])
    for (const { deliveries } of alerts)
      expect(deliveries[0]).toEqual({ at: expect.any(String), what: 'morning', status: expect.any(Number) })
  for (const body of bodies()) {
    expect(body).toContain('60 things')
    expect(body).toContain('And 45 more.')
  }
  await beginMorning()
  expect(alerts.receivers.received).toHaveLength(2)
})

test('a page that breaks is told once, and again only after it was mended', async () => {
  const record = await recordOf()
  await create({ to: slackAt('slack/broken'), when: ['page-broken'] })
  const missing = report({ applied: [1, 2], missing: [0] })
  for (let at = 0; at < 2; at++) await send(alerts, batchOf(record, { report: missing }))
  // Who sees the page as it is says nothing of what the others lack.
  const control = await recordOf()
  await sql`UPDATE content SET control = true WHERE id = ${control.id}`.execute(alerts.db)
  for (let at = 0; at < 20; at++) await send(alerts, batchOf(control, { report: report({}) }))
  await look()
  await look()
  expect(bodies()).toHaveLength(1)
  expect(bodies()[0]).toContain('*launch* is broken')
  expect(bodies()[0]).toContain('in 2 of the last 2 visits')
  const good = report({ applied: [0, 1, 2] })
  for (let at = 0; at < 20; at++) await send(alerts, batchOf(record, { report: good }))
  await look()
  for (let at = 0; at < 2; at++) await send(alerts, batchOf(record, { report: missing }))
  await look()
  expect(bodies()).toHaveLength(2)
})

test('a receiver that did not accept its callbacks is told once, with all of them, whatever their paths are', async () => {
  const { body } = await ask<{ id: string }>('POST', '/prospects', { email: 'jane@callbacks.example' })
  for (let at = 0; at < 3; at++) {
    const callback = `${alerts.receivers.url}/down/${at}?deal=${at}`
    const content = { prospect: body.id, template: 'launch', language: 'en', callback }
    expect((await ask('POST', '/content', content)).status).toBe(200)
  }
  const dead = async () =>
    (await sql`SELECT FROM message WHERE url IS NOT NULL AND state = 'dead'`.execute(alerts.db)).rows.length
  await expect.poll(dead).toBe(3)
  await create({ to: slackAt('slack/callbacks'), when: ['deliveries-failed'] })
  await expect.poll(() => received('slack/callbacks').length).toBe(1)
  expect(received('slack/callbacks')[0]?.body).toContain(
    `*${alerts.receivers.url}* did not accept 3 callbacks`,
  )
  const { faults } = (await ask<{ faults: { kind: string }[] }>('GET', '/faults')).body
  expect(faults.filter(({ kind }) => kind === 'callback')).toEqual([
    { kind: 'callback', url: alerts.receivers.url, deliveries: 3, error: 'HTTP 500' },
  ])
})

test('a changed alert tells of other things, to another receiver, of what happens from then on', async () => {
  const { id } = await create({ to: slackAt('slack/before'), when: ['goal'], at: 'morning' })
  await visitWithGoal('Before the change')
  const to = teamsAt('teams/after')
  const changed = await ask<Alert>('PUT', `/alerts/${id}`, { to, when: ['goal', 'read'], seconds: 45 })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ id, to, when: ['goal', 'read'], seconds: 45, at: 'once', state: 'on' })
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toEqual(changed.body)
  await visitWithGoal('After the change')
  await beginMorning()
  expect(alerts.receivers.received.map(({ path }) => path)).toEqual(['/teams/after'])
  expect(bodies()[0]).toContain('After the change')
})

test('an alert that was switched off is on again once it is changed; a wrong change changes nothing', async () => {
  const { id } = await create({ to: slackAt('slack'), when: ['goal'] })
  await sql`UPDATE alert SET state = 'off' WHERE id = ${id}`.execute(alerts.db)
  for (const wrong of [
    { to: {}, when: ['goal'] },
    { to: { mail: ['nobody'] }, when: ['goal'] },
    { to: slackAt('slack'), when: [] },
    { to: slackAt('slack'), when: ['goal'], owner: { column: ' ', value: 'x' } },
    { to: slackAt('slack'), when: ['goal'], owner: { column: 'owner', value: 'a\u0000b' } },
  ])
    expect((await ask('PUT', `/alerts/${id}`, wrong)).status).toBe(400)
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toMatchObject({ state: 'off', when: ['goal'] })
  const body = { to: slackAt('slack'), when: ['return'] }
  expect((await ask('PUT', `/alerts/${id}`, body, stranger)).status).toBe(404)
  expect((await ask('PUT', '/alerts/0123456789abcdef01234567', body)).status).toBe(404)
  expect((await ask<Alert>('PUT', `/alerts/${id}`, body)).body).toMatchObject({
    state: 'on',
    when: ['return'],
  })
})

test('alerts are for admins of their organization; what cannot be sent is refused', async () => {
  const { id } = await create({
    to: slackAt('slack'),
    when: ['goal'],
    owner: { column: 'owner', value: 'Tom' },
  })
  expect((await ask('GET', `/alerts/${id}`, undefined, stranger)).status).toBe(404)
  expect((await ask('DELETE', `/alerts/${id}`, undefined, stranger)).status).toBe(404)
  const { token: viewer } = (await ask<{ token: string }>('POST', '/tokens', { user: 'kim', role: 'editor' }))
    .body
  for (const method of ['GET', 'POST'])
    expect((await ask(method, '/alerts', method === 'POST' ? {} : undefined, viewer)).status).toBe(403)
  const refused = (to: unknown, more = {}) =>
    ask<{ error: number; message: string }>('POST', '/alerts', { to, when: ['goal'], ...more })
  for (const [to, error] of [
    [{}, 40001],
    [{ ...slackAt('a'), mail: ['a@b.example'] }, 40001],
    [{ slack: 'nonsense' }, 40005],
    [{ mail: [] }, 40001],
    [{ mail: ['nobody'] }, 40001],
  ] as const)
    expect((await refused(to)).body.error, JSON.stringify(to)).toBe(error)
  expect((await refused(slackAt('a'), { when: [] })).body).toEqual({
    error: 40001,
    message: 'when: must have at least 1 item.',
  })
  expect((await refused(slackAt('a'), { when: ['nothing'] })).body.error).toBe(40001)
  expect((await refused(slackAt('a'), { when: ['read'], seconds: 0 })).body.error).toBe(40001)
  expect((await ask('DELETE', `/alerts/${id}`)).status).toBe(204)
  expect((await ask('DELETE', `/alerts/${id}`)).status).toBe(404)
})
