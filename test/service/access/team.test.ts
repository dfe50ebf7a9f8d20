import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { InvitedMember, Member, WeeklyReport } from '../../../service/access/operations.ts'
import type { Database } from '../../../service/base/database/database.ts'
import { createLog } from '../../../service/base/log.ts'
import { nextMonday } from '../../../service/base/words/morning.ts'
import { readConfig } from '../../../service/config.ts'
import { createMotif, type Motif } from '../../../service/motif.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { sendTo } from '../../support/service.ts'
import { batchOf, click, duration, report, send } from '../events/batch.ts'
import { insertRecord } from '../events/records.ts'

const admin = 'a-token-of-the-first-admin'
const other = 'a-token-of-another-organization'
let motif: Motif
let url: string
let db: Database
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo({ address }, _session, callback) {
      const refused = Object.assign(new Error('5.1.1 unknown'), { responseCode: 550 })
      callback(address.startsWith('nobody') ? refused : null)
    },
  })
  const config = readConfig({
    ...(await freshDatabase({})),
    MOTIF_TOKENS: `acme/ada=${admin},other/bob=${other}`,
    TEMPLATES_DIR: 'test/fixtures/templates',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MORNING_HOUR: '7',
    TIME_ZONE: 'Europe/Berlin',
    PORT: '0',
  })
  motif = await createMotif(config, createLog('silent'))
  url = await motif.listen()
  await motif.work()
  db = motif.store.db
})

afterAll(async () => {
  await motif.stop()
  await mails[Symbol.asyncDispose]()
})

interface Asking {
  body?: unknown
  token?: string
  cookie?: string
}

function ask<Body>(method: string, path: string, { body, token = admin, cookie }: Asking = {}) {
  const own = { origin: url, 'sec-fetch-site': 'same-origin' }
  const as = cookie === undefined ? { token } : { headers: { cookie, ...own } }
  return sendTo<Body>(url, method, path, { body, ...as })
}

async function invite(name: string, role = 'viewer'): Promise<InvitedMember> {
  const email = `${name.toLowerCase()}@acme.example`
  const { status, body } = await ask<InvitedMember>('POST', '/v1/members', {
    body: { name, email, role },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address))
const linksIn = (source = '') => [
  ...new Set([...source.matchAll(/sign-in\?link=([\w-]+)/g)].map(([, link]) => link ?? '')),
]

/** The link of the last of so many mails to an address. */
async function linkTo(address: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(address).length).toBe(count)
  return linksIn(mailsTo(address).at(-1)?.source)[0] ?? expect.fail('the mail has no link')
}

const cookieIn = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''

async function signIn(link: string, keep = false): Promise<string> {
  const { status, headers } = await ask('POST', '/console/session', { body: { link, keep }, token: 'none' })
  expect(status).toBe(200)
  return cookieIn(headers)
}

const statusOf = async (cookie: string) => (await ask('GET', '/v1/prospects', { cookie })).status
const members = async (token = admin) =>
  (await ask<{ members: Member[] }>('GET', '/v1/members', { token })).body.members

test('somebody is invited by mail, signs in once, and is seen; another organization sees nothing of them', async () => {
  const carla = await invite('Carla', 'editor')
  expect(carla).toMatchObject({ name: 'Carla', email: 'carla@acme.example', role: 'editor' })
  expect(carla.url).toBeUndefined()
  const link = await linkTo('carla@acme.example')
  const [mail] = mailsTo('carla@acme.example')
  expect(mail?.source).toContain('Carla, you are invited to Motif, for acme.')
  // Nothing in it tells who reads.
  expect(mail?.source).not.toMatch(/<img|https?:\/\/(?!127\.0\.0\.1)/)
  await expect
    .poll(async () => (await members())[0])
    .toEqual(expect.not.objectContaining({ invitation: expect.anything() }))
  const cookie = await signIn(link)
  expect((await ask('GET', '/console/session', { cookie })).body).toMatchObject({
    user: 'Carla',
    role: 'editor',
  })
  expect((await ask('POST', '/console/session', { body: { link }, token: 'none' })).status).toBe(401)
  expect((await members()).find(({ id }) => id === carla.id)?.seenAt).toMatch(/^20/)
  expect(await members(other)).toEqual([])
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/invite'],
  ] as const)
    expect(
      (
        await ask(method, `/v1/members/${carla.id}${path}`, {
          token: other,
          ...(method === 'PATCH' && { body: { role: 'admin' } }),
        })
      ).status,
    ).toBe(404)
  const twice = await ask<{ message: string }>('POST', '/v1/members', {
    body: { name: 'Again', email: ' CARLA@acme.example' },
  })
  expect([twice.status, twice.body.message]).toEqual([400, 'email: a member has this address already.'])
})

test('a member asks for a link by their address; a stranger gets the same answer and no mail', async () => {
  await invite('Dora')
  await linkTo('dora@acme.example')
  const post = (email: string) => ask('POST', '/console/session/link', { body: { email }, token: 'none' })
  const [stranger, member] = [await post('stranger@acme.example'), await post('Dora@ACME.example')]
  const shown = ({ status, body, headers }: typeof stranger) => ({ status, body, names: [...headers.keys()] })
  expect(shown(stranger)).toEqual({ ...shown(member), status: 202 })
  const link = await linkTo('dora@acme.example', 2)
  const late = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM credential WHERE kind = 'link'
    ORDER BY created_at DESC LIMIT 1`.execute(db)
  expect(late.rows[0]?.seconds).toBeGreaterThan(14 * 60)
  expect(late.rows[0]?.seconds).toBeLessThanOrEqual(15 * 60)
  const html = await (await fetch(`${url}/console/sign-in?link=${link}`)).text()
  expect(html).toContain('As Dora of acme, with the role viewer.')
  expect(html.match(/<button/g)).toHaveLength(1)
  const signInBy = async (by: string) =>
    (await ask('POST', '/console/session', { body: { link: by }, token: 'none' })).status
  expect([await signInBy(link), await signInBy(link)]).toEqual([200, 401])
  await post('dora@acme.example')
  const old = await linkTo('dora@acme.example', 3)
  await sql`UPDATE credential SET expires_at = now() WHERE kind = 'link' AND user_name = 'Dora'`.execute(db)
  expect(await signInBy(old)).toBe(401)
  // Nothing of the stranger stays.
  await expect
    .poll(async () => (await sql`SELECT FROM message WHERE type = 'mail.sign-in'`.execute(db)).rows.length)
    .toBe(0)
  expect(mailsTo('stranger@acme.example')).toEqual([])
})

test('an address is answered five times in a quarter of an hour, whoever it is', async () => {
  const post = async (email: string) =>
    (await ask('POST', '/console/session/link', { body: { email }, token: 'none' })).status
  await invite('Frank')
  for (const email of ['frank@acme.example', 'not-frank@acme.example']) {
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push(await post(email))
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  }
  expect(await post('frank')).toBe(400)
})

test('a role counts at once, a removed member is out at once: sessions and links', async () => {
  const gus = await invite('Gus', 'editor')
  const cookie = await signIn(await linkTo('gus@acme.example'), true)
  expect((await ask('POST', '/v1/prospects', { cookie, body: { email: 'x@y.example' } })).status).toBe(200)
  const { body } = await ask<Member>('PATCH', `/v1/members/${gus.id}`, { body: { role: 'viewer' } })
  expect(body.role).toBe('viewer')
  expect((await ask('POST', '/v1/prospects', { cookie, body: { email: 'x@y.example' } })).status).toBe(403)
  await ask('POST', '/console/session/link', { body: { email: 'gus@acme.example' }, token: 'none' })
  const unused = await linkTo('gus@acme.example', 2)
  await ask('POST', '/console/session/link', { body: { email: 'gus@acme.example' }, token: 'none' })
  const onPhone = await signIn(await linkTo('gus@acme.example', 3))
  expect(await statusOf(onPhone)).toBe(200)
  expect((await ask('DELETE', `/v1/members/${gus.id}`)).status).toBe(204)
  expect([await statusOf(cookie), await statusOf(onPhone)]).toEqual([401, 401])
  expect((await ask('POST', '/console/session', { body: { link: unused }, token: 'none' })).status).toBe(401)
  const left = await sql`
    SELECT FROM credential WHERE user_name = 'Gus' UNION ALL SELECT FROM member WHERE name = 'Gus'`.execute(
    db,
  )
  expect(left.rows).toEqual([])
  expect((await ask('DELETE', `/v1/members/${gus.id}`)).status).toBe(404)
})

test('the last admin stays one, also if two remove each other at once', async () => {
  const [hans, ida] = [await invite('Hans', 'admin'), await invite('Ida', 'admin')]
  const cookies = [
    await signIn(await linkTo('hans@acme.example')),
    await signIn(await linkTo('ida@acme.example')),
  ] as const
  const removed = await Promise.all([
    ask<{ error: number }>('DELETE', `/v1/members/${ida.id}`, { cookie: cookies[0] }),
    ask<{ error: number }>('DELETE', `/v1/members/${hans.id}`, { cookie: cookies[1] }),
  ])
  const statuses = removed.map(({ status }) => status).sort()
  // Whoever was removed first may be signed out by then.
  expect([
    [204, 401],
    [204, 409],
  ]).toContainEqual(statuses)
  const admins = (await members()).filter(({ role }) => role === 'admin')
  expect(admins).toHaveLength(1)
  const lower = { body: { role: 'editor' } }
  const cookie = cookies[admins[0]?.id === hans.id ? 0 : 1]
  const lowered = await ask<{ error: number }>('PATCH', `/v1/members/${admins[0]?.id}`, { ...lower, cookie })
  expect([lowered.status, lowered.body.error]).toEqual([409, 40903])
  // Whoever has an admin's token can invite others.
  expect((await ask('PATCH', `/v1/members/${admins[0]?.id}`, lower)).status).toBe(200)
  const { id } = await invite('Kai', 'admin')
  expect((await ask('DELETE', `/v1/members/${id}`)).status).toBe(204)
})

test('a kept session goes on for 30 days from its last use, another one ends after 12 hours', async () => {
  await invite('Jo')
  const first = await linkTo('jo@acme.example')
  const begun = await ask('POST', '/console/session', { body: { link: first, keep: true }, token: 'none' })
  expect(begun.headers.get('set-cookie')).toContain('Max-Age=2592000;')
  const kept = cookieIn(begun.headers)
  await ask('POST', '/console/session/link', { body: { email: 'jo@acme.example' }, token: 'none' })
  const short = await signIn(await linkTo('jo@acme.example', 2))
  const hoursLeft = async () => {
    const { rows } = await sql<{ hours: number }>`
      SELECT round(extract(epoch FROM expires_at - now()) / 3600)::float8 AS hours FROM credential
      WHERE kind = 'session' AND user_name = 'Jo' ORDER BY kept DESC`.execute(db)
    return rows.map(({ hours }) => hours)
  }
  expect(await hoursLeft()).toEqual([720, 12])
  await sql`UPDATE credential SET expires_at = now() + interval '1 hour' WHERE user_name = 'Jo'`.execute(db)
  expect([await statusOf(kept), await statusOf(short)]).toEqual([200, 200])
  expect(await hoursLeft()).toEqual([720, 1])
  expect((await ask('GET', '/console/session', { cookie: kept })).headers.get('set-cookie')).toContain(
    'Max-Age=2592000;',
  )
  await sql`UPDATE credential SET expires_at = now() WHERE user_name = 'Jo'`.execute(db)
  expect([await statusOf(kept), await statusOf(short)]).toEqual([401, 401])
  // A token that expires takes its kept session with it.
  const { body } = await ask<{ token: string }>('POST', '/v1/tokens', {
    body: { user: 'crm', expiresInDays: 2 },
  })
  const bounded = await ask<{ expiresAt: string }>('POST', '/console/session', {
    body: { token: body.token, keep: true },
    token: 'none',
  })
  expect(Date.parse(bounded.body.expiresAt) - Date.now()).toBeLessThanOrEqual(2 * 24 * 3_600_000)
})

test('an invitation that the mail server refuses is told in the list, and is sent again when asked', async () => {
  const { id } = await invite('Nobody')
  const state = async () => (await members()).find((member) => member.id === id)?.invitation
  await expect
    .poll(state)
    .toEqual({ state: 'failed', problem: 'the mail server refuses the address (550 5.1.1)' })
  const again = await ask<InvitedMember>('POST', `/v1/members/${id}/invite`)
  expect(again.body.invitation?.state).toBe('waiting')
  await ask('DELETE', `/v1/members/${id}`)
})

const morning = { hour: 7, timeZone: 'Europe/Berlin' }

/** Moves the clock of the service, but not the database's, until the end of the test. */
function setClock(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Runs the job that writes the reports, as if it were due, and says in how many hours it is due again. */
async function runReports(): Promise<number[]> {
  await sql`UPDATE job SET run_at = now() WHERE kind = 'report'`.execute(db)
  const due = async () => {
    const { rows } = await sql<{ hours: number }>`
      SELECT extract(epoch FROM run_at - now())::float8 / 3600 AS hours FROM job WHERE kind = 'report'`.execute(
      db,
    )
    return rows.map(({ hours }) => hours)
  }
  await expect.poll(async () => (await due()).filter((hours) => hours <= 0)).toEqual([])
  return due()
}

test('on Mondays a member gets the report that they asked for, once, in text and HTML, until they say no more', async () => {
  const next = nextMonday(Date.now(), morning)
  // On a Monday before seven what comes now is told a week later.
  const monday = nextMonday(Date.now() + 7 * 3_600_000, morning)
  await invite('Lou')
  await invite('Max')
  const cookie = await signIn(await linkTo('lou@acme.example'))
  await linkTo('max@acme.example')
  const wanted = (wanted: boolean, as = cookie) =>
    ask<WeeklyReport>('PUT', '/v1/report', { cookie: as, body: { wanted } })
  const shown = async () => (await ask<WeeklyReport>('GET', '/v1/report', { cookie })).body
  expect(await shown()).toEqual({ available: true, wanted: false })
  expect((await wanted(true)).body).toEqual({
    available: true,
    wanted: true,
    nextAt: new Date(next).toISOString(),
  })
  expect((await ask('GET', '/v1/report')).body).toEqual({ available: false, wanted: false })
  expect((await ask('PUT', '/v1/report', { body: { wanted: true } })).status).toBe(400)

  const record = await insertRecord(db)
  await sql`UPDATE content SET goal = 'cta' WHERE id = ${record.id}`.execute(db)
  const missing = { report: report({ applied: [1, 2], missing: [0] }) }
  await send(
    { url },
    batchOf(record, { events: [click(1), duration(2, 64_000)], last: 2, sent: 70_000, ...missing }),
    batchOf(record, missing),
  )
  // It is not Monday there yet.
  setClock(monday - 60_000)
  const [hours = 0] = await runReports()
  expect(hours).toBeLessThan(1)
  expect(mailsTo('lou@acme.example')).toHaveLength(1)

  vi.setSystemTime(monday + 20 * 60_000)
  // A week less twenty minutes, or an hour more or less if clocks change.
  expect(Math.abs(((await runReports())[0] ?? 0) - 167.7)).toBeLessThan(1.1)
  await expect.poll(() => mailsTo('lou@acme.example').length).toBe(2)
  const { source = '' } = mailsTo('lou@acme.example')[1] ?? {}
  expect(source).toMatch(/^Subject: Last week: 1 person came, 1 goal \(acme\)\r$/m)
  expect(source).toMatch(/^Content-Type: multipart\/alternative/m)
  for (const words of [
    '- 2 visits (the week before: 0 visits)',
    '<li>1 min of reading (the week before: 0 s of reading)</li>',
    'is not on the page any more, in 2 of the last 2 visits',
  ])
    expect(source).toContain(words)
  expect(source).not.toMatch(/<img/)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(mailsTo('max@acme.example')).toHaveLength(1)

  const [, end = ''] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(source) ?? []
  expect(await (await fetch(end)).text()).toContain('No more report on Mondays?')
  expect((await fetch(end, { method: 'POST' })).status).toBe(200)
  expect(await shown()).toEqual({ available: true, wanted: false })
  expect(await runReports()).toEqual([])
  expect(mailsTo('lou@acme.example')).toHaveLength(2)
})
