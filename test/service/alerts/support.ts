import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import { readConfig } from '../../../service/config.ts'
import type { Alert } from '../../../service/messages/alerts/operations.ts'
import { createMotif, type Motif } from '../../../service/motif.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import type { LocalServer } from '../../support/local-server.ts'
import { type MailServer, makeCertificate, startMailServer } from '../../support/mail-server.ts'
import { sendTo } from '../../support/service.ts'
import { batchOf, click, send } from '../events/batch.ts'
import { insertRecord, type TestRecord } from '../events/records.ts'
import { startReceivers } from './receivers.ts'

const admin = 'a-token-of-the-alerts-admin'
export const stranger = 'a-token-of-another-organization'

/** How the mail server behaves. */
interface Mailing {
  /** What it says to the next mails, by the command that it answers; then it takes them. */
  refusals: ('RCPT' | 'DATA')[]
  /** The mails that it had whole when it refused them. */
  refused: string[]
}

/** A service for the tests of one file, and who receives what it tells. Each test begins without an alert. */
export function serviceWithAlerts() {
  let motif: Motif
  let url: string
  let receivers: LocalServer
  let mails: MailServer
  let trusted: string[]
  const mailing: Mailing = { refusals: [], refused: [] }

  beforeAll(async () => {
    const certificate = makeCertificate()
    trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, certificate.cert])
    mails = await startMailServer({
      ...certificate,
      onRcptTo: (_address, _session, callback) => callback(refusalAt('RCPT')),
      onData(stream, session, callback) {
        const refusal = refusalAt('DATA')
        if (!refusal) return mails.take(stream, session, callback)
        let source = ''
        stream.on('data', (chunk: Buffer) => {
          source += chunk.toString()
        })
        stream.on('end', () => {
          mailing.refused.push(source)
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
    receivers = await startReceivers()
  })

  beforeEach(async () => {
    for (const { id } of (await ask<{ alerts: Alert[] }>('GET', '/alerts')).body.alerts)
      await ask('DELETE', `/alerts/${id}`)
    receivers.received.length = 0
    mails.received.length = 0
  })

  afterAll(async () => {
    await motif.stop()
    await receivers[Symbol.asyncDispose]()
    await mails[Symbol.asyncDispose]()
    setDefaultCACertificates(trusted)
  })

  function refusalAt(command: 'RCPT' | 'DATA'): Error | null {
    if (mailing.refusals[0] !== command) return null
    mailing.refusals.shift()
    return Object.assign(new Error('4.3.2 try later'), { responseCode: 451 })
  }

  const ask = <Body>(method: string, path: string, body?: unknown, token = admin) =>
    sendTo<Body>(url, method, `/v1${path}`, { body, token })

  async function create(wanted: object): Promise<Alert> {
    const { status, body } = await ask<Alert>('POST', '/alerts', { at: 'once', ...wanted })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  /** A record of a person of whom the list says this. */
  async function recordOf(
    person: { name?: string; company?: string; role?: string; additional?: object } = {},
  ): Promise<TestRecord> {
    const { db } = motif.store
    const record = await insertRecord(db)
    const { name = 'Jane Doe', company = 'Acme', role = 'Buyer', additional = {} } = person
    await sql`
      UPDATE prospect SET name = ${name}, company = ${company}, role = ${role}, additional = ${JSON.stringify(additional)}
      WHERE id = (SELECT prospect FROM content WHERE id = ${record.id})`.execute(db)
    await sql`UPDATE content SET goal = 'cta' WHERE id = ${record.id}`.execute(db)
    return record
  }

  async function visitWithGoal(name: string): Promise<void> {
    const record = await recordOf({ name })
    await send({ url }, batchOf(record, { events: [click(1)], last: 1 }))
    await whenSent()
  }

  /** Resolves once everything that is due was sent, or given up. */
  async function whenSent(): Promise<void> {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM job WHERE kind = 'deliver' AND run_at < now() + interval '1 hour'`.execute(
        motif.store.db,
      )
      return Number(rows[0]?.count)
    }
    await expect.poll(count).toBe(0)
  }

  /** Has what was gathered told now. */
  async function beginMorning(): Promise<void> {
    await sql`UPDATE job SET run_at = now() WHERE kind = 'deliver'`.execute(motif.store.db)
    await whenSent()
  }

  /** Has the watch look now, and what it finds told. */
  async function look(): Promise<void> {
    const { db } = motif.store
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

  return {
    get url() {
      return url
    },
    get db() {
      return motif.store.db
    },
    get receivers() {
      return receivers
    },
    get mails() {
      return mails
    },
    mailing,
    ask,
    create,
    slackAt: (path: string) => ({ slack: `${receivers.url}/${path}` }),
    teamsAt: (path: string) => ({ teams: `${receivers.url}/${path}` }),
    recordOf,
    visitWithGoal,
    bodies: () => receivers.received.map(({ body }) => body),
    received: (path: string) => receivers.received.filter((request) => request.path === `/${path}`),
    whenSent,
    beginMorning,
    look,
  }
}
