import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../service/base/database/database.ts'
import { LostJob } from '../../../service/base/jobs/job.ts'
import { createLog } from '../../../service/base/log.ts'
import { readConfig } from '../../../service/config.ts'
import type { Alert, AlertTest } from '../../../service/messages/alerts/operations.ts'
import { subscriptionToken } from '../../../service/messages/alerts/unsubscribe.ts'
import { createMotif, type Motif } from '../../../service/motif.ts'
import { createWatch } from '../../../service/watch-faults.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { type MailServer, makeCertificate, startMailServer } from '../../support/mail-server.ts'
import { batchOf, click, duration, report, send } from '../events/batch.ts'
import { insertRecord, type TestRecord } from '../events/records.ts'
import { type Receivers, startReceivers } from './receivers.ts'

const admin = 'a-token-of-the-alerts-admin'
const stranger = 'a-token-of-another-organization'
let motif: Motif
let url: string
let db: Database
let receivers: Receivers
let mails: MailServer

const trusted = getCACertificates('default')
/** What the mail server says to the next mails, by the command that it answers; then it takes them. */
const refusals: ('RCPT' | 'DATA')[] = []
/** The mails that it had whole when it refused them. */
const refused: string[] = []
/** What happens while it takes a mail. */
let meanwhile = async () => {}

beforeAll(async () => {
  const certificate = makeCertificate()
  setDefaultCACertificates([...trusted, certificate.cert])
  mails = await startMailServer({
    ...certificate,
    onRcptTo: (_address, _session, callback) => callback(refusalAt('RCPT')),
    onData(stream, _session, callback) {
      const refusal = refusalAt('DATA')
      if (!refusal) return void meanwhile().then(() => mails.take(stream, _session, callback))
      let source = ''
      stream.on('data', (chunk: Buffer) => {
        source += chunk.toString()
      })
      stream.on('end', () => {
        refused.push(source)
        callback(refusal)
      })
    },
  })
  const config = readConfig({
    ...(await freshDatabase({})),
    MOTIF_TOKENS: `acme/ada=${admin},other/bob=${stranger}`,
    TEMPLATES_DIR: 'test/fixtures/templates',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    CALLBACK_RETRY_SECONDS: '0,0',
    PUBLIC_URL: 'https://motif.example',
    // Half a day away: what is gathered is not due while the tests run.
    MORNING_HOUR: String((new Date().getUTCHours() + 12) % 24),
    SMTP_URL: `smtp://ada:secret@localhost:${mails.port}`,
    MAIL_FROM: 'Motif <motif@acme.example>',
    PORT: '0',
  })
  motif = await createMotif(config, createLog('fatal'))
  url = await motif.listen()
  await motif.work()
  db = motif.store.db
  receivers = await startReceivers()
})

beforeEach(async () => {
  for (const { id } of (await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts)
    await ask('DELETE', `/alerts/${id}`)
  receivers.received.length = 0
  mails.received.length = 0
  meanwhile = async () => {}
})

afterAll(async () => {
  await motif.stop()
  await receivers[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
  setDefaultCACertificates(trusted)
})

function refusalAt(command: 'RCPT' | 'DATA'): Error | null {
  if (refusals[0] !== command) return null
  refusals.shift()
  return Object.assign(new Error('4.3.2 try later'), { responseCode: 451 })
}

async function ask<Body>(method: string, path: string, body?: unknown, token = admin) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body }
}

async function create(wanted: object): Promise<Alert> {
  const { status, body } = await ask<Alert>('POST', '/alerts', { at: 'once', ...wanted })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const slackAt = (path: string) => ({ slack: `${receivers.url}/${path}` })
const teamsAt = (path: string) => ({ teams: `${receivers.url}/${path}` })

/** A record of a person of whom the list says this. */
async function recordOf(
  person: { name?: string; company?: string; role?: string; additional?: object } = {},
): Promise<TestRecord> {
  const record = await insertRecord(db)
  const { name = 'Jane Doe', company = 'Acme', role = 'Buyer', additional = {} } = person
  await sql`
    UPDATE prospect SET name = ${name}, company = ${company}, role = ${role}, additional = ${JSON.stringify(additional)}
    WHERE id = (SELECT prospect FROM content WHERE id = ${record.id})`.execute(db)
  await sql`UPDATE content SET goal = 'cta' WHERE id = ${record.id}`.execute(db)
  return record
}

const bodies = () => receivers.received.map(({ body }) => body)
const received = (path: string) => receivers.received.filter((request) => request.path === `/${path}`)

/** Resolves once everything that is due was sent, or given up. */
async function whenSent(): Promise<void> {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM job WHERE kind = 'deliver' AND run_at < now() + interval '1 hour'`.execute(
      db,
    )
    return Number(rows[0]?.count)
  }
  await expect.poll(count).toBe(0)
}

test('the goal is told at once and once, in Slack and in Teams: who, what, which visit, and where to look', async () => {
  await create({ to: slackAt('slack'), when: ['goal'] })
  await create({ to: teamsAt('teams'), when: ['goal'] })
  const record = await recordOf({
    name: 'João Schmidt',
    company: 'Vertexstack',
    additional: { owner: 'Tom Reed' },
  })
  const batch = batchOf(record, { events: [click(1), duration(2, 17_000)], last: 2, sent: 20_000 })
  await send({ url }, batch, batch)
  await whenSent()
  expect(receivers.received).toHaveLength(2)
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
  await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(receivers.received).toHaveLength(2)
})

test('who comes again is told once a visit, and what is read for long once a visit', async () => {
  await create({ to: slackAt('slack/again'), when: ['return', 'read'], seconds: 30 })
  const record = await recordOf()
  const first = batchOf(record, { events: [duration(1, 20_000)], last: 1, sent: 21_000 })
  await send({ url }, first)
  const longer = { ...first, sent: 40_000, events: [duration(1, 31_000)] }
  await send({ url }, longer, longer)
  await whenSent()
  await send({ url }, { ...longer, sent: 90_000, events: [duration(1, 80_000)] })
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('read pricing for 31 s')])
  await send({ url }, batchOf(record))
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
  for (const record of [ofAnn, ofTom]) await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('Of Tom')])
})

test('what is gathered goes out in the morning, once, in one message of a size that is taken', async () => {
  for (const to of [slackAt('slack/morning'), teamsAt('teams/morning')])
    await create({ to, when: ['goal'], at: 'morning' })
  for (let at = 0; at < 60; at++) {
    const record = await recordOf({ name: `Person ${at} ${'x'.repeat(200)}`, company: 'ü'.repeat(200) })
    await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
  }
  await whenSent()
  expect(receivers.received).toEqual([])
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  await whenSent()
  expect(receivers.received).toHaveLength(2)
  // Nothing of what the receivers say: they may say what they were told.
  for (const { alerts } of [(await ask<{ alerts: Alert[] }>('GET', '/alerts')).body])
    for (const { deliveries } of alerts)
      expect(deliveries[0]).toEqual({ at: expect.any(String), what: 'morning', status: expect.any(Number) })
  for (const body of bodies()) {
    expect(body).toContain('60 things')
    expect(body).toContain('And 40 more.')
  }
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  await whenSent()
  expect(receivers.received).toHaveLength(2)
})

/** Has what was gathered told now. */
async function beginMorning(): Promise<void> {
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  await whenSent()
}

async function countHeld(): Promise<number> {
  return (await sql`SELECT FROM message WHERE state = 'held'`.execute(db)).rows.length
}

test('however much was gathered, one morning tells all of it', async () => {
  const { id } = await create({
    to: slackAt('slack/much'),
    when: ['goal', 'campaign-complete'],
    at: 'morning',
  })
  // Of campaigns that were deleted since: nothing is told of them.
  await sql`
    INSERT INTO message (organization, id, alert, address, type, campaign, happened_at, state)
    SELECT 'acme', 'gone ' || number, ${id}, '', 'campaign.completed', 'gone', now() - interval '1 hour', 'held'
    FROM generate_series(1, 2100) AS number`.execute(db)
  for (const name of ['First Person', 'Last Person']) await visitWithGoal(name)
  await beginMorning()
  expect(bodies()).toHaveLength(1)
  for (const words of ['2 things', 'First Person', 'Last Person']) expect(bodies()[0]).toContain(words)
  expect(await countHeld()).toBe(0)
})

test('what is gathered for a morning that was told already, by a clock that is behind, is told as well', async () => {
  await create({ to: slackAt('slack/behind'), when: ['goal'], at: 'morning' })
  await visitWithGoal('In Time')
  await beginMorning()
  await visitWithGoal('Just Late')
  await beginMorning()
  expect(bodies()).toEqual([expect.stringContaining('In Time'), expect.stringContaining('Just Late')])
  expect(bodies()[1]).not.toContain('In Time')
  expect(await countHeld()).toBe(0)
})

test('what was gathered ends with the message that told it, or not at all', async () => {
  await create({ to: slackAt('slack/ended'), when: ['goal'], at: 'morning' })
  await visitWithGoal('Told Once')
  // As if the process ended here: what was gathered cannot be ended.
  await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`.execute(db)
  await sql`
    CREATE TRIGGER refuse BEFORE UPDATE ON message FOR EACH ROW WHEN (OLD.state = 'held')
    EXECUTE FUNCTION refuse()`.execute(db)
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  const isTried = async () =>
    (await sql`SELECT FROM job WHERE kind = 'deliver' AND (attempt = 0 OR lease IS NOT NULL)`.execute(db))
      .rows
  await expect.poll(isTried).toEqual([])
  await sql`DROP FUNCTION refuse CASCADE`.execute(db)
  expect(received('slack/ended')).toHaveLength(1)
  await beginMorning()
  expect(await countHeld()).toBe(0)
})

test('what a receiver answers to what was gathered is kept of no attempt: it may name people', async () => {
  for (const path of ['down/names', 'gone/names'])
    await create({ to: slackAt(path), when: ['goal'], at: 'morning' })
  await visitWithGoal('Named Person')
  await beginMorning()
  const { rows } = await sql<{ last_error: string | null; last_answer: string | null }>`
    SELECT last_error, last_answer FROM message WHERE type = 'alerts.morning' ORDER BY last_error`.execute(db)
  expect(rows).toEqual([
    { last_error: 'HTTP 404', last_answer: null },
    { last_error: 'HTTP 500', last_answer: null },
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
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  await whenSent()
  expect(receivers.received.map(({ path }) => path)).toEqual(['/teams/after'])
  expect(bodies()[0]).toContain('After the change')
})

test('what its former receiver answers late does not switch off an alert that was changed meanwhile', async () => {
  const { id } = await create({ to: slackAt('late'), when: ['goal'] })
  const record = await recordOf()
  await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
  await expect.poll(() => received('late').length).toBe(1)
  const to = slackAt('slack/next')
  expect((await ask('PUT', `/alerts/${id}`, { to, when: ['goal'] })).status).toBe(200)
  receivers.answerLate()
  await visitWithGoal('After the change')
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body.state).toBe('on')
  expect(received('slack/next')).toHaveLength(1)
})

test('what was gathered for an address that stays is mailed to it, and to no address that was taken away', async () => {
  const when = ['goal']
  const { id } = await create({ to: { mail: ['ann@acme.example', 'bob@acme.example'] }, when, at: 'morning' })
  await visitWithGoal('Gathered before')
  const mail = ['bob@acme.example', 'cy@acme.example']
  expect((await ask('PUT', `/alerts/${id}`, { to: { mail }, when, at: 'morning' })).status).toBe(200)
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  await whenSent()
  expect(mails.received.map(({ to }) => to)).toEqual([['bob@acme.example']])
})

test('an alert that was switched off is on again once it is changed; a wrong change changes nothing', async () => {
  const { id } = await create({ to: slackAt('slack'), when: ['goal'] })
  await sql`UPDATE alert SET state = 'off' WHERE id = ${id}`.execute(db)
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

async function visitWithGoal(name: string): Promise<void> {
  const record = await recordOf({ name })
  await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
}

test('a name cannot call a channel, make a link or a picture', async () => {
  await create({ to: slackAt('slack/hostile'), when: ['goal'] })
  await create({ to: teamsAt('teams/hostile'), when: ['goal'] })
  const name =
    '<!channel> <https://evil.example|Click> *b* [x](https://evil.example) ![y](https://evil.example/z.png)'
  const record = await recordOf({ name, company: 'A\n\u202eB & <@U123> :tada: _so_' })
  await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
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
    const record = await insertRecord(db, {
      analytics: [...analytics, { id: 'cta', selector: '.cta', type: 'click' }],
    })
    await sql`UPDATE content SET goal = 'cta', template = 'ampersands' WHERE id = ${record.id}`.execute(db)
    await sql`
      UPDATE prospect SET name = ${signs}, company = ${signs}, role = ${signs},
        additional = ${JSON.stringify({ owner: signs })}
      WHERE id = (SELECT prospect FROM content WHERE id = ${record.id})`.execute(db)
    const reads = ['a', 'b', 'c'].map((item, seq) => duration(seq + 2, 5000, { item }))
    await send({ url }, batchOf(record, { events: [click(1), ...reads], last: 4 }))
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
  await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
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
  await sql`UPDATE alert SET url = ${`${receivers.url}/slack`} WHERE id = ${gone.id}`.execute(db)
  expect((await ask<AlertTest>('POST', `/alerts/${gone.id}/test`)).body).toEqual({
    status: 200,
    response: 'ok',
  })
  expect((await ask<Alert>('GET', `/alerts/${gone.id}`)).body.state).toBe('on')
})

/** Has the watch look now, and what it finds told. */
async function look(): Promise<void> {
  await sql`UPDATE job SET run_at = now() WHERE kind = 'watch'`.execute(db)
  const isDone = async () =>
    (
      await sql`SELECT 1 FROM job WHERE kind = 'watch' AND organization = 'acme' AND run_at <= now()`.execute(
        db,
      )
    ).rows
  await expect.poll(isDone).toEqual([])
  await whenSent()
}

test('a page that breaks is told once, and again only after it was mended', async () => {
  const record = await recordOf()
  await create({ to: slackAt('slack/broken'), when: ['page-broken'] })
  const missing = report({ applied: [1, 2], missing: [0] })
  for (let at = 0; at < 2; at++) await send({ url }, batchOf(record, { report: missing }))
  await look()
  await look()
  expect(bodies()).toHaveLength(1)
  expect(bodies()[0]).toContain('*launch* is broken')
  const good = report({ applied: [0, 1, 2] })
  for (let at = 0; at < 20; at++) await send({ url }, batchOf(record, { report: good }))
  await look()
  for (let at = 0; at < 2; at++) await send({ url }, batchOf(record, { report: missing }))
  await look()
  expect(bodies()).toHaveLength(2)
})

test('an alert that is made just when the watch ends, because nobody wanted it, is watched for', async () => {
  const job = {
    organization: 'acme',
    kind: 'watch' as const,
    subject: 'faults',
    host: '',
    lease: 'mine',
    attempt: 1,
  }
  await sql`
    INSERT INTO job (organization, kind, subject, run_at, lease, leased_until, attempt)
    VALUES ('acme', 'watch', 'faults', now(), 'mine', now() + interval '1 hour', 1)
    ON CONFLICT (organization, kind, subject) DO UPDATE SET lease = 'mine', attempt = 1,
      leased_until = now() + interval '1 hour'`.execute(db)
  // The alert is made between the look and the end.
  const late = {
    getExecutor: () => db.getExecutor(),
    transaction: () => ({
      async execute(work: (trx: Database) => Promise<void>) {
        await create({ to: slackAt('slack/late-alert'), when: ['page-broken'] })
        return db.transaction().execute(work)
      },
    }),
  } as unknown as Database
  const watch = createWatch({ db: late, outbox: { add: async () => false }, jobs: { wake() {} } })
  await watch.handle(job).catch((error) => expect(error).toBeInstanceOf(LostJob))
  expect(
    (await sql`SELECT FROM job WHERE kind = 'watch' AND organization = 'acme'`.execute(db)).rows,
  ).toHaveLength(1)
})

test('a page that breaks in one place after the other is one thing in the morning', async () => {
  const record = await recordOf()
  const good = report({ applied: [0, 1, 2] })
  for (let at = 0; at < 20; at++) await send({ url }, batchOf(record, { report: good }))
  await create({ to: slackAt('slack/places'), when: ['page-broken'], at: 'morning' })
  await look()
  for (const missing of [[0], [0, 1]]) {
    const broken = report({ applied: [0, 1, 2].filter((item) => !missing.includes(item)), missing })
    for (let at = 0; at < 2; at++) await send({ url }, batchOf(record, { report: broken }))
    await look()
  }
  expect(await countHeld()).toBe(2)
  await beginMorning()
  expect(bodies()).toHaveLength(1)
  expect(JSON.parse(bodies()[0] ?? '').text).toBe('Since yesterday morning')
  expect(bodies()[0]?.split('*launch* is broken in 2 places')).toHaveLength(2)
})

test('what is broken is told again by an alert that a test has switched on', async () => {
  const { id } = await create({ to: slackAt('gone/broken'), when: ['goal', 'page-broken'] })
  const record = await recordOf()
  const missing = report({ applied: [1, 2], missing: [0] })
  const reached = { events: [click(1)], last: 1 }
  for (let at = 0; at < 2; at++) await send({ url }, batchOf(record, { ...reached, report: missing }))
  const watches = async () => {
    await sql`UPDATE job SET run_at = now() WHERE kind = 'watch' AND lease IS NULL`.execute(db)
    return (await sql`SELECT FROM job WHERE kind = 'watch' AND organization = 'acme'`.execute(db)).rows.length
  }
  // Its receiver is gone: it is switched off, and nobody wants to know what is broken.
  await expect.poll(watches).toBe(0)
  await sql`UPDATE alert SET url = ${`${receivers.url}/slack/broken`} WHERE id = ${id}`.execute(db)
  expect((await ask<AlertTest>('POST', `/alerts/${id}/test`)).body.status).toBe(200)
  expect(await watches()).toBe(1)
  const told = () => received('slack/broken').filter(({ body }) => body.includes('*launch* is broken'))
  await expect.poll(() => told().length).toBe(1)
})

test('an alert without an address stays off, also if a test still reaches whoever unsubscribes meanwhile', async () => {
  const address = 'last@acme.example'
  const { id } = await create({ to: { mail: [address] }, when: ['goal'] })
  const token = await subscriptionToken(db, { organization: 'acme', of: id, address })
  meanwhile = async () => void (await fetch(`${url}/unsubscribe?token=${token}`, { method: 'POST' }))
  expect((await ask<AlertTest>('POST', `/alerts/${id}/test`)).body.status).toBe(250)
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toMatchObject({ to: { mail: [] }, state: 'off' })
})

test('a receiver that did not take its callbacks is told once, with all of them, whatever their paths are', async () => {
  const { body } = await ask<{ id: string }>('POST', '/prospects', { email: 'jane@callbacks.example' })
  for (let at = 0; at < 3; at++) {
    const callback = `${receivers.url}/down/${at}?deal=${at}`
    const content = { prospect: body.id, template: 'launch', language: 'en', callback }
    expect((await ask('POST', '/content', content)).status).toBe(200)
  }
  const dead = async () =>
    (await sql`SELECT FROM message WHERE url IS NOT NULL AND state = 'dead'`.execute(db)).rows.length
  await expect.poll(dead).toBe(3)
  await create({ to: slackAt('slack/callbacks'), when: ['deliveries-failed'] })
  await expect.poll(() => received('slack/callbacks').length).toBe(1)
  expect(received('slack/callbacks')[0]?.body).toContain(`*${receivers.url}* did not take 3 callbacks`)
  const { faults } = (await ask<{ faults: { kind: string }[] }>('GET', '/faults')).body
  expect(faults.filter(({ kind }) => kind === 'callback')).toEqual([
    { kind: 'callback', url: receivers.url, deliveries: 3, error: 'HTTP 500' },
  ])
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
  expect((await refused(slackAt('a'), { when: [] })).body.error).toBe(40001)
  expect((await refused(slackAt('a'), { when: ['nothing'] })).body.error).toBe(40001)
  expect((await refused(slackAt('a'), { when: ['read'], seconds: 0 })).body.error).toBe(40001)
  expect((await ask('DELETE', `/alerts/${id}`)).status).toBe(204)
  expect((await ask('DELETE', `/alerts/${id}`)).status).toBe(404)
})

test('who gets mail ends it by one button or one click of the mail program, without signing in', async () => {
  const mail = ['ada@acme.example', 'bo@acme.example']
  const { id } = await create({ to: { mail }, when: ['goal'] })
  const left = async () => (await ask<Alert>('GET', `/alerts/${id}`)).body
  const token = await subscriptionToken(db, { organization: 'acme', of: id, address: 'ada@acme.example' })
  const open = (of: string, init: RequestInit = {}) => fetch(`${url}/unsubscribe?token=${of}`, init)
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
  const last = await subscriptionToken(db, { organization: 'acme', of: id, address: 'bo@acme.example' })
  expect((await open(last, { method: 'POST', body: form })).status).toBe(200)
  expect(await left()).toMatchObject({ to: { mail: [] }, state: 'off' })
})

test('an address that is spelled in another way is the same: what was gathered for it stays, and its button ends it', async () => {
  const when = ['goal']
  const { id } = await create({ to: { mail: ['Ann.Lee@acme.example'] }, when, at: 'morning' })
  await visitWithGoal('Gathered before')
  const mail = ['ann.lee@acme.example']
  const { body } = await ask<Alert>('PUT', `/alerts/${id}`, { to: { mail }, when, at: 'morning' })
  expect(body.to).toEqual({ mail: ['Ann.Lee@acme.example'] })
  await visitWithGoal('Gathered after')
  await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(db)
  await whenSent()
  expect(mails.received.map(({ to }) => to)).toEqual([['Ann.Lee@acme.example']])
  for (const person of ['Gathered before', 'Gathered after'])
    expect(mails.received[0]?.source).toContain(person)
  const token = await subscriptionToken(db, { organization: 'acme', of: id, address: 'ann.lee@acme.example' })
  expect((await fetch(`${url}/unsubscribe?token=${token}`, { method: 'POST' })).status).toBe(200)
  expect((await ask<Alert>('GET', `/alerts/${id}`)).body).toMatchObject({ to: { mail: [] }, state: 'off' })
})

test('an organization has 50 alerts at most, also if all are asked for at once', async () => {
  const made = Array.from({ length: 70 }, () => ask('POST', '/alerts', { to: slackAt('a'), when: ['goal'] }))
  const statuses = (await Promise.all(made)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(50)
  expect((await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts).toHaveLength(50)
})

/** Asks for the same twice with one key. Returns the answer, which is the same. */
async function askTwice<Body>(path: string, body?: object): Promise<Body> {
  const post = () =>
    fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin}`,
        'idempotency-key': 'once',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const [first, again] = [await post(), await post()]
  expect([first.status, again.status]).toEqual([200, 200])
  const text = await first.text()
  expect(await again.text()).toBe(text)
  return JSON.parse(text)
}

test('an alert that is asked for twice with one key is made once', async () => {
  await askTwice('/alerts', { to: slackAt('slack'), when: ['goal'] })
  expect((await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts).toHaveLength(1)
})

test('a test that is asked for twice with one key is sent once, received or not', async () => {
  const told = await create({ to: slackAt('slack'), when: ['goal'] })
  expect(await askTwice(`/alerts/${told.id}/test`)).toEqual({ status: 200, response: 'ok' })
  const deaf = await create({ to: slackAt('gone'), when: ['goal'] })
  expect(await askTwice(`/alerts/${deaf.id}/test`)).toMatchObject({ status: 404 })
  expect(receivers.received.map(({ path }) => path)).toEqual(['/slack', '/gone'])
})

test('an alert by mail arrives once, through STARTTLS, with one Message-ID at every attempt; a name is no header and no HTML', async () => {
  await create({ to: { mail: ['sales@acme.example'] }, when: ['goal'] })
  refusals.push('RCPT', 'DATA')
  const name = 'Jane\r\nBcc: all@evil.example\r\n<b>Doe</b> <img src="https://evil.example/pixel">'
  const record = await recordOf({ name })
  const batch = batchOf(record, { events: [click(1)], last: 1 })
  await send({ url }, batch, batch)
  await whenSent()
  expect(refusals).toEqual([])
  expect(mails.received).toHaveLength(1)
  const [{ source = '', secure = false, to } = { to: [] }] = mails.received
  expect([secure, to]).toEqual([true, ['sales@acme.example']])
  const idIn = (mail: string) => /^Message-ID: (.*)\r$/im.exec(mail)?.[1] ?? expect.fail('it has none')
  expect(refused.map(idIn)).toEqual([idIn(source)])
  const [head = ''] = source.split('\r\n\r\n')
  expect(head).not.toMatch(/^(Bcc|img)/im)
  expect(source).toContain('&lt;b&gt;Doe')
  expect(source.slice(source.indexOf('<!doctype'))).not.toMatch(/<img/)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

test('who may be a machine is told of only once they are a person, with what they had read until then', async () => {
  await create({ to: slackAt('slack/unsure'), when: ['return', 'read', 'goal'], seconds: 30 })
  const record = await recordOf()
  await send({ url }, batchOf(record))
  const unsure = batchOf(record, {
    events: [duration(1, 31_000), click(2)],
    last: 2,
    sent: 32_000,
    input: false,
    visible: 9000,
  })
  await send({ url }, unsure)
  await whenSent()
  expect(bodies()).toEqual([])
  await send({ url }, { ...unsure, sent: 33_000, input: true, events: [] })
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
  await sql`UPDATE content SET template = 'named' WHERE id = ${record.id}`.execute(db)
  await create({ to: slackAt('slack/named'), when: ['goal'] })
  await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
  await whenSent()
  expect(bodies()).toEqual([expect.stringContaining('clicked Book a demo')])
})
