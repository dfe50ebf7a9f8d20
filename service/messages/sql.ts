import { CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Defaulted, Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import { finishJob, postponeJob } from '../base/jobs/sql.ts'
import { newId } from '../base/words/ids.ts'
import {
  type Happening,
  type HappeningType,
  type MailType,
  morningEvent,
  mostDeliveries,
  testEvent,
  visitWaitMs,
  waitingNews,
} from './events.ts'

/** What is sent to other programs: messages that are pending, and the last ones that have ended. */
export interface MessageTable {
  organization: string
  /** A callback has its record's id; others are derived from the webhook and what happened. */
  id: string
  /** The webhook that it goes to; null for the callback of a record, and for an alert. */
  webhook: string | null
  /** The alert that it belongs to, and to which of its addresses it goes: '' if the alert goes by no mail. */
  alert: Defaulted<string | null>
  address: Defaulted<string | null>
  /** Of a mail to a member: whose it is. */
  member: Defaulted<string | null>
  /** See `Happening`. */
  detail: Defaulted<string | null>
  /** Where a callback goes; null for a webhook or an alert, which have an address of their own. */
  url: string | null
  type: HappeningType | MailType | typeof testEvent | typeof morningEvent
  /** Id of its content record. */
  content: string | null
  visit: string | null
  /** Id of its campaign. */
  campaign: string | null
  happened_at: Timestamp
  /** JSON text: of a callback from the beginning, of others from the first attempt to the end. */
  body: string | null
  /** `held`: gathered for the morning. `dead`: given up. A callback stays so until it is retried by command. */
  state: 'pending' | 'held' | 'delivered' | 'dead'
  /** Attempts since it was last enqueued. */
  attempt: Defaulted<number>
  /** When it was last tried, and when it is tried next. */
  tried_at: Timestamp | null
  next_attempt_at: Timestamp | null
  last_status: number | null
  last_error: string | null
  /** See `Answered`. */
  last_answer: string | null
}

/** Addresses of other programs that are told of events. */
export interface WebhookTable {
  organization: string
  id: string
  url: string
  host: string
  /** The events that it wants, separated by spaces. */
  events: string
  secret: string
  state: 'on' | 'off'
  created_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    message: MessageTable
    webhook: WebhookTable
  }
}

/** A message that is to be sent. */
export type PendingMessage = Omit<Selectable<MessageTable>, 'url' | 'body'> & {
  /** '' if it goes by mail. */
  url: string
  /** The webhook's; null for a callback, which the organization's own secret signs. */
  secret: string | null
}

/** The same with its body, if that is there and is not large; of a large one the size is known, and it is read later. */
export type FoundMessage = PendingMessage & { body: string | null; isLarge: boolean }

/** What the receiver answered: how the body begins, as one line of plain text. Null if there is none. */
export interface Answered {
  answer: string | null
}

/** How an attempt failed: the status of the answer, or null, and a line that says what happened. */
export interface FailedAttempt extends Answered {
  status: number | null
  error: string
}

/** Runs a statement in a transaction, of Kysely or of `pg`. */
export type RunQuery = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** Runs statements in a transaction of Kysely. */
export function runIn(trx: Database): RunQuery {
  return async (text, values) => trx.executeQuery(CompiledQuery.raw(text, values))
}

/** Enqueues the callback of a record, in the transaction that completes it. */
export async function addCallback(
  trx: Database,
  organization: string,
  content: string,
  { url, body }: { url: string; body: string },
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO message (organization, id, url, type, content, happened_at, body, state, next_attempt_at)
      VALUES (${organization}, ${content}, ${url}, 'content.completed', ${content}, now(), ${body}, 'pending', now())
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    VALUES (${organization}, 'deliver', ${content}, ${new URL(url).host}, now())`.execute(trx)
}

/** When a message is due: see `waitingNews`. */
const dueSql = `now() + CASE WHEN type = ANY ('{${waitingNews.join()}}')
  THEN interval '${visitWaitMs} milliseconds' ELSE interval '0' END`

/** A derived id of a message. */
const idSql = (...of: string[]) =>
  `left(encode(sha256(convert_to(concat_ws(' ', ${of.join(', ')}), 'UTF8')), 'hex'), 24)`

/**
 * Parts of a WITH clause that insert a message for each webhook that wants a happening, and enqueue its delivery.
 * `parameter` names the one that has the happenings as JSON. The id of a message is derived from what happened, so that
 * inserting it again changes nothing.
 */
export function insertMessagesSql(parameter: string): string {
  return `
    happened AS (
      SELECT * FROM json_to_recordset(${parameter}::json) AS h(organization text, type text, key text, content text,
        visit text, campaign text, at float8, detail text, "fromMs" float8, "toMs" float8, morning float8)
    ), told AS (
      INSERT INTO message (organization, id, webhook, type, content, visit, campaign, happened_at, state)
      SELECT w.organization, ${idSql('w.id', 'h.type', 'h.key')}, w.id, h.type, h.content, h.visit, h.campaign,
        to_timestamp(h.at / 1000), 'pending'
      FROM happened h JOIN webhook w ON w.organization = h.organization
      WHERE w.state = 'on' AND h.type = ANY (string_to_array(w.events, ' ')) FOR KEY SHARE OF w
      ON CONFLICT (organization, id) DO NOTHING RETURNING organization, id, webhook, type
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT told.organization, 'deliver', told.id, w.host, ${dueSql}
      FROM told JOIN webhook w ON w.organization = told.organization AND w.id = told.webhook
      ON CONFLICT (organization, kind, subject) DO NOTHING
    ), ${alertMessagesSql}`
}

/**
 * The same for alerts: a message for each that wants what happened, and for each of its addresses. What is gathered for
 * the morning is held, and one message of the morning will send it: once more, if by a clock that is behind it comes later.
 */
const alertMessagesSql = `
    alerted AS (
      SELECT a.organization, ${idSql('a.id', 'address', 'h.type', 'h.key')} AS id, a.id AS alert, a.host, a.at AS pace,
        address, h.type, h.content, h.visit, h.campaign, h.detail, h.at, h.morning
      FROM happened h JOIN alert a ON a.organization = h.organization
      CROSS JOIN LATERAL unnest(CASE WHEN a.kind = 'mail' THEN a.addresses ELSE ARRAY[''] END) AS address
      WHERE a.state = 'on' AND h.type = ANY (string_to_array(a.signs, ' '))
        AND (h.type <> 'item.read' OR (a.seconds * 1000 > h."fromMs" AND a.seconds * 1000 <= h."toMs"))
      FOR KEY SHARE OF a
    ), warned AS (
      INSERT INTO message (organization, id, alert, address, detail, type, content, visit, campaign, happened_at, state)
      SELECT organization, id, alert, address, detail, type, content, visit, campaign, to_timestamp(at / 1000),
        CASE pace WHEN 'morning' THEN 'held' ELSE 'pending' END
      FROM alerted
      ON CONFLICT (organization, id) DO NOTHING RETURNING organization, id, alert, state, type
    ), gathered AS (
      INSERT INTO message (organization, id, alert, address, type, happened_at, state)
      SELECT DISTINCT organization, ${idSql('alert', 'address', `'${morningEvent}'`, 'morning')}, alert, address,
        '${morningEvent}', to_timestamp(morning / 1000), 'pending'
      FROM alerted JOIN warned USING (organization, id, alert) WHERE state = 'held'
      ON CONFLICT (organization, id) DO UPDATE SET state = 'pending', attempt = 0
        WHERE message.state IN ('delivered', 'dead')
      RETURNING organization, id, alert, happened_at
    ), due AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT m.organization, 'deliver', m.id, a.host, m.run_at
      FROM (
        SELECT organization, id, alert, ${dueSql} AS run_at FROM warned WHERE state = 'pending'
        UNION ALL SELECT organization, id, alert, happened_at FROM gathered) AS m
      JOIN alert a ON a.organization = m.organization AND a.id = m.alert
      ON CONFLICT (organization, kind, subject) DO NOTHING
    )`

/** Inserts messages of what happened, in the same transaction. */
export async function insertMessages(run: RunQuery, happenings: Happening[]): Promise<void> {
  await run(`WITH ${insertMessagesSql('$1')} SELECT count(*) FROM told`, [JSON.stringify(happenings)])
}

/**
 * Deletes what waits to be told of a visit that turned out to be a machine's, and so its jobs, in the same transaction:
 * a person may reach the goal of that record before it would have been sent.
 */
export async function forgetNewsOfVisit(
  run: RunQuery,
  { organization, content, visit }: { organization: string; content: string; visit: string },
): Promise<void> {
  await run(
    `DELETE FROM message WHERE organization = $1 AND content = $2 AND visit = $3 AND state IN ('pending', 'held')
       AND body IS NULL`,
    [organization, content, visit],
  )
}

/** The events that webhooks and alerts want, by organization; those without any are left out. */
export async function findWantedEvents(
  run: RunQuery,
  organizations: string[],
): Promise<Map<string, string[]>> {
  const { rows } = await run(
    `SELECT organization, string_agg(events, ' ') AS events FROM (
       SELECT organization, events FROM webhook WHERE organization = ANY ($1::text[]) AND state = 'on'
       UNION ALL SELECT organization, signs FROM alert WHERE organization = ANY ($1::text[]) AND state = 'on'
     ) AS wanted GROUP BY organization`,
    [organizations],
  )
  const found = rows as { organization: string; events: string }[]
  return new Map(found.map(({ organization, events }) => [organization, events.split(' ')]))
}

/** Enqueues a test of a webhook; returns the message's id, undefined without such a webhook. Then wake the workers. */
export async function addTest(
  db: Database,
  organization: string,
  webhook: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    WITH told AS (
      INSERT INTO message (organization, id, webhook, type, happened_at, state)
      SELECT organization, ${newId()}, id, ${testEvent}, now(), 'pending' FROM webhook
      WHERE organization = ${organization} AND id = ${webhook} FOR KEY SHARE RETURNING organization, id
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT told.organization, 'deliver', told.id, w.host, now() FROM told
      JOIN webhook w ON w.organization = told.organization AND w.id = ${webhook}
    )
    SELECT id FROM told`.execute(db)
  return rows[0]?.id
}

/** A body of more bytes is large: only some of these are in memory at once. */
const largeBytes = 64 * 1024

/** The message of a job; undefined if it is no longer to be sent. The body of one that tells of a record has its content. */
export async function findMessage(db: Database, job: LeasedJob): Promise<FoundMessage | undefined> {
  const { rows } = await sql<FoundMessage>`
    SELECT m.organization, m.id, m.webhook, m.alert, m.address, m.member, m.detail, m.type, m.content, m.visit, m.campaign,
      m.happened_at, m.state, m.attempt, m.tried_at, m.next_attempt_at, m.last_status, m.last_error, m.last_answer,
      coalesce(w.url, a.url, m.url, '') AS url, w.secret,
      CASE WHEN octet_length(m.body) <= ${largeBytes} THEN m.body END AS body,
      coalesce(octet_length(m.body), octet_length(c.content), 0) > ${largeBytes} AS "isLarge"
    FROM message m
    LEFT JOIN content c ON m.type = 'content.completed' AND c.organization = m.organization AND c.id = m.content
    LEFT JOIN webhook w ON w.organization = m.organization AND w.id = m.webhook
    LEFT JOIN alert a ON a.organization = m.organization AND a.id = m.alert
    WHERE ${isOf(job)} AND m.state = 'pending' AND (m.alert IS NULL OR a.state = 'on')
      AND (m.webhook IS NULL OR w.state = 'on' OR (w.id IS NOT NULL AND m.type = ${testEvent}))`.execute(db)
  return rows[0]
}

/** The stored body of a message; null if there is none yet. */
export async function readKeptBody(db: Database, job: LeasedJob): Promise<string | null> {
  const { rows } = await sql<{ body: string | null }>`
    SELECT m.body FROM message m WHERE ${isOf(job)} AND m.state = 'pending'`.execute(db)
  return rows[0]?.body ?? null
}

/** Stores the body, so that it is the same at every attempt. False: the message is gone. */
export async function keepBody(db: Database, job: LeasedJob, body: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE message m SET body = ${body} WHERE ${isOf(job)} AND m.state = 'pending'`.execute(db)
  return numAffectedRows > 0n
}

/** Deletes a message that is not to be sent, or a callback that was received, and ends its job. */
export async function dropMessage(db: Database, job: LeasedJob): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The message first and its job second, as a delete locks them. But the job would go with the message.
    await sql`SELECT 1 FROM message m WHERE ${isOf(job)} FOR UPDATE`.execute(trx)
    await finishJob(trx, job)
    await sql`DELETE FROM message m WHERE ${isOf(job)} AND m.state = 'pending'`.execute(trx)
  })
}

/** Records a failed attempt and when the next one is due. */
export async function postponeMessage(
  db: Database,
  job: LeasedJob,
  failed: FailedAttempt,
  delaySeconds: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordAttempt(trx, job, failed, {
      next: sql`now() + make_interval(secs => ${delaySeconds})`,
    })
    await postponeJob(trx, job, delaySeconds)
  })
}

/** Gives a callback up. It stays, with its body, until it is retried by command, or its record is deleted. */
export async function giveUpCallback(db: Database, job: LeasedJob, failed: FailedAttempt): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await recordAttempt(trx, job, failed, { state: 'dead' })
    await finishJob(trx, job)
  })
}

/** Whom a message goes to: it is switched off if nobody receives. */
export interface Receiver {
  table: 'webhook' | 'alert'
  id: string
}

/**
 * Keeps others from making receivers of the organization until the transaction ends, so that they can be counted. Call it
 * first in the transaction.
 */
export async function lockReceivers(trx: Database, organization: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`receivers of ${organization}`}, 0))`.execute(trx)
}

/** The webhook or alert that a message goes to; undefined for a callback. */
export function receiverOf({
  webhook,
  alert,
}: Pick<PendingMessage, 'webhook' | 'alert'>): Receiver | undefined {
  if (webhook !== null) return { table: 'webhook', id: webhook }
  return alert === null ? undefined : { table: 'alert', id: alert }
}

/** What a message has told of, beside itself. */
interface Telling {
  /** Ids of the gathered messages. They end with it, in the same transaction: none is left for the next morning. */
  held: string[]
}

/** Ends a message that a webhook or an alert's receiver took. One that has received its test is switched on again. */
export async function endNotice(
  db: Database,
  job: LeasedJob,
  receiver: Receiver,
  { type }: Pick<PendingMessage, 'type'>,
  received: Answered & Telling & { status: number },
): Promise<void> {
  await transact(db, async (trx) => {
    if (type === testEvent)
      await sql`
        UPDATE webhook SET state = 'on'
        WHERE organization = ${job.organization} AND id = ${receiver.id} AND state = 'off'`.execute(trx)
    await closeNotice(trx, job, receiver, { ...received, error: null, state: 'delivered' })
  })
}

/**
 * Gives up a message to a receiver. If `switchOff` says so, the receiver is switched off and its other pending messages
 * are deleted; with `unlessReceived` not if it has received another one since: then it only refuses this one. Returns
 * whether it was switched off.
 */
export async function giveUpNotice(
  db: Database,
  job: LeasedJob,
  receiver: Receiver,
  { happened_at }: Pick<PendingMessage, 'happened_at'>,
  failed: FailedAttempt & Telling & { switchOff: 'no' | 'unlessReceived' | 'yes' },
): Promise<boolean> {
  const { organization } = job
  const isTo = sql`organization = ${organization} AND ${sql.ref(receiver.table)} = ${receiver.id}`
  return transact(db, async (trx) => {
    const isAlive = sql`EXISTS (SELECT 1 FROM message WHERE ${isTo} AND ${isTaken} AND tried_at > ${happened_at})`
    const isDead = { no: sql`false`, unlessReceived: sql`NOT ${isAlive}`, yes: sql`true` }[failed.switchOff]
    // The receiver first: its lock makes two that give up at once take turns.
    const { numAffectedRows = 0n } = await sql`
      UPDATE ${sql.table(receiver.table)} SET state = 'off'
      WHERE organization = ${organization} AND id = ${receiver.id} AND state = 'on' AND ${isDead}`.execute(
      trx,
    )
    await closeNotice(trx, job, receiver, { ...failed, state: 'dead' })
    if (numAffectedRows > 0n)
      await sql`
        DELETE FROM message WHERE ${isTo} AND state IN ('pending', 'held') AND type <> ${testEvent}`.execute(
        trx,
      )
    return numAffectedRows > 0n
  })
}

/** What shows that a receiver is alive. */
const isTaken = sql`(state = 'delivered' AND type <> ${sql.lit(testEvent)})`

interface Outcome extends Answered, Telling {
  status: number | null
  error: string | null
  state: 'delivered' | 'dead'
}

/**
 * Ends a message to a receiver. Nothing personal stays of it, and of each webhook only the last ones stay, and the last
 * that it took: see `giveUpNotice`. Those of alerts stay for some weeks (`deleteOldAlerts`), so that a visit is told once.
 */
async function closeNotice(trx: Database, job: LeasedJob, receiver: Receiver, outcome: Outcome) {
  await recordAttempt(trx, job, outcome, { state: outcome.state, body: null })
  await finishJob(trx, job)
  await endHeld(trx, job.organization, outcome.held, outcome.state)
  if (receiver.table === 'alert') return tellLate(trx, job)
  const triedOf = sql`organization = ${job.organization} AND webhook = ${receiver.id} AND tried_at IS NOT NULL`
  await sql`
    DELETE FROM message WHERE organization = ${job.organization} AND id IN (
      SELECT id FROM message WHERE ${triedOf} AND state <> 'pending'
      ORDER BY tried_at DESC OFFSET ${mostDeliveries} FOR UPDATE SKIP LOCKED)
      AND id IS DISTINCT FROM (SELECT id FROM message WHERE ${triedOf} AND ${isTaken} ORDER BY tried_at DESC LIMIT 1)`.execute(
    trx,
  )
}

/**
 * Sends the message of a morning once more if something was gathered for it while it was being sent, and no later one will
 * tell that. Whoever gathers locks its row (see `alertMessagesSql`), so nothing is missed that is committed after this.
 */
async function tellLate(trx: Database, job: LeasedJob): Promise<void> {
  const isOfSame = sql`
    o.organization = m.organization AND o.alert = m.alert AND o.address = m.address`
  await sql`
    WITH again AS (
      UPDATE message m SET state = 'pending', attempt = 0
      WHERE ${isOf(job)} AND m.type = ${morningEvent}
        AND EXISTS (SELECT 1 FROM message o WHERE ${isOfSame} AND o.state = 'held')
        AND NOT EXISTS (SELECT 1 FROM message o WHERE ${isOfSame} AND o.state = 'pending' AND o.type = ${morningEvent})
      RETURNING m.organization, m.id, m.alert
    )
    INSERT INTO job (organization, kind, subject, host, run_at)
    SELECT again.organization, 'deliver', again.id, a.host, now()
    FROM again JOIN alert a ON a.organization = again.organization AND a.id = again.alert`.execute(trx)
}

/** Ends gathered messages that were told, or given up. */
export async function endHeld(
  db: Database,
  organization: string,
  ids: string[],
  state: 'delivered' | 'dead',
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    UPDATE message SET state = ${state} WHERE organization = ${organization} AND id = ANY (${ids}) AND state = 'held'`.execute(
    db,
  )
}

/** Records an attempt. The body stays unless it is given as null, and there is no next attempt unless it is given. */
async function recordAttempt(
  trx: Database,
  job: LeasedJob,
  { status, error, answer }: Answered & { status: number | null; error: string | null },
  { state = 'pending', body, next }: { state?: MessageTable['state']; body?: null; next?: RawBuilder<Date> },
): Promise<void> {
  await sql`
    UPDATE message m SET state = ${state}, attempt = attempt + 1, tried_at = now(), last_status = ${status},
      last_error = ${error}, last_answer = ${answer}, next_attempt_at = ${next ?? sql`NULL`},
      body = ${body === null ? sql`NULL` : sql`body`}
    WHERE ${isOf(job)}`.execute(trx)
}

function isOf({ organization, subject }: LeasedJob): RawBuilder<unknown> {
  return sql`m.organization = ${organization} AND m.id = ${subject}`
}
