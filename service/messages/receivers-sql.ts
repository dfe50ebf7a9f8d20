import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { enqueueOrRestart } from '../base/jobs/sql.ts'
import { type AlertSign, alertSigns, mostDeliveries, mostWebhooks } from '../base/outbox/happenings.ts'
import { newId } from '../base/words/ids.ts'

interface Receiver {
  organization: string
  id: string
  host: string
  /** `off`: nobody received, or everybody unsubscribed. */
  state: 'on' | 'off'
  created_at: Timestamp
}

interface WebhookTable extends Receiver {
  url: string
  /** The events that it wants, separated by spaces. */
  events: string
  secret: string
}

interface AlertTable extends Receiver {
  kind: 'slack' | 'teams' | 'mail'
  /** The secret address of Slack's or Teams' webhook; null for mail. */
  url: string | null
  /** Of mail; else empty. */
  addresses: string[]
  /** The types of events that it wants, separated by spaces: see `alertSigns`. */
  signs: string
  /** For how long something has to be read. */
  seconds: number | null
  /** Only people of whom this column of their list says this. */
  owner_column: string | null
  owner_value: string | null
  at: 'once' | 'morning'
}

/** Hashes of what is broken and was told: it is told once, until it is mended. */
interface ToldFaultTable {
  organization: string
  fault: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    webhook: WebhookTable
    alert: AlertTable
    told_fault: ToldFaultTable
  }
}

export type AlertRow = Selectable<AlertTable>
type Rows = { webhook: Selectable<WebhookTable>; alert: AlertRow }

/** An alert to be stored, with its address checked. */
export type AcceptedAlert = Omit<Insertable<AlertTable>, keyof Omit<Receiver, 'host'>>

/** How many alerts an organization may have. */
export const mostAlerts = 50

interface Delivery {
  id: string
  type: string
  at: string
  status?: number
  error?: string
  answer?: string
}

/** The webhooks, or the alerts, of an organization, oldest first, or the one with this id. Each with its last attempts, newest first. */
export async function readReceivers<Table extends keyof Rows>(
  db: Database,
  organization: string,
  table: Table,
  id?: string,
): Promise<(Rows[Table] & { deliveries: Delivery[] })[]> {
  const { rows } = await sql<Rows[Table] & { deliveries: Delivery[] }>`
    SELECT r.*, coalesce((
      SELECT json_strip_nulls(json_agg(d)) FROM (
        SELECT 'msg_' || id AS id, type, last_status AS status, last_error AS error, last_answer AS answer,
          to_char(tried_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
        FROM message WHERE organization = r.organization AND ${sql.ref(table)} = r.id AND tried_at IS NOT NULL
        ORDER BY tried_at DESC LIMIT ${mostDeliveries}) AS d), '[]') AS deliveries
    FROM ${sql.table(table)} r
    WHERE organization = ${organization} AND ${id === undefined ? sql`true` : sql`id = ${id}`}
    ORDER BY created_at, id`.execute(db)
  return rows
}

/** Deletes a webhook or an alert with its messages and their jobs. False: there is none. */
export async function removeReceiver(
  db: Database,
  organization: string,
  table: keyof Rows,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await transact(db, (trx) =>
    sql`DELETE FROM ${sql.table(table)} WHERE organization = ${organization} AND id = ${id}`.execute(trx),
  )
  return Boolean(numAffectedRows)
}

/** Whether an organization may have one more. Until the transaction ends, nobody else makes one. Call it first in the transaction. */
async function hasRoom(trx: Database, organization: string, table: keyof Rows, most: number) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`receivers of ${organization}`}, 0))`.execute(trx)
  return (await readReceivers(trx, organization, table)).length < most
}

const newReceiver = (organization: string) =>
  ({ organization, id: newId(), state: 'on', created_at: sql<Date>`now()` }) as const

/** Creates a webhook and returns its id; undefined if the organization has too many. */
export function insertWebhook(
  db: Database,
  organization: string,
  { url, events, secret }: { url: string; events: readonly string[]; secret: string },
): Promise<string | undefined> {
  return transact(db, async (trx) => {
    if (!(await hasRoom(trx, organization, 'webhook', mostWebhooks))) return undefined
    const made = {
      ...newReceiver(organization),
      url,
      host: new URL(url).host,
      events: events.join(' '),
      secret,
    }
    await trx.insertInto('webhook').values(made).execute()
    return made.id
  })
}

/** Stores an alert, and has the organization watched for what is broken, in a transaction. Undefined if it has too many. */
export async function insertAlert(
  trx: Database,
  organization: string,
  wanted: AcceptedAlert,
): Promise<AlertRow | undefined> {
  if (!(await hasRoom(trx, organization, 'alert', mostAlerts))) return undefined
  await beginWatch(trx, organization)
  const values = { ...newReceiver(organization), ...wanted }
  return trx.insertInto('alert').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Changes an alert, and switches it on. What was still to be sent goes. Undefined if there is none. */
export function updateAlert(
  db: Database,
  organization: string,
  id: string,
  wanted: AcceptedAlert,
): Promise<AlertRow | undefined> {
  return transact(db, async (trx) => {
    const row = await trx
      .updateTable('alert')
      .set({ ...wanted, state: 'on' })
      .where((is) => is.and({ organization, id }))
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    await sql`
      DELETE FROM message
      WHERE organization = ${organization} AND alert = ${id} AND state IN ('pending', 'noted')`.execute(trx)
    await beginWatch(trx, organization)
    return row
  })
}

/** Switches an alert on whose receiver took a test. */
export async function switchOn(trx: Database, { organization, id }: AlertRow): Promise<void> {
  await sql`
    UPDATE alert SET state = 'on' WHERE organization = ${organization} AND id = ${id}
      AND (kind <> 'mail' OR addresses <> '{}')`.execute(trx)
  await beginWatch(trx, organization)
}

/** Takes an address from an alert; one without an address is switched off. */
export function removeAddress(
  db: Database,
  organization: string,
  id: string,
  address: string,
): Promise<void> {
  return transact(db, async (trx) => {
    await sql`
      UPDATE alert SET addresses = a.rest, state = CASE a.rest WHEN '{}' THEN 'off' ELSE state END
      FROM (SELECT array(SELECT each FROM unnest(addresses) AS each WHERE lower(each) <> lower(${address})) AS rest
        FROM alert WHERE organization = ${organization} AND id = ${id}) AS a
      WHERE organization = ${organization} AND id = ${id} AND kind = 'mail'`.execute(trx)
    await sql`
      DELETE FROM message WHERE organization = ${organization} AND alert = ${id}
        AND lower(address) = lower(${address}) AND state IN ('pending', 'noted')`.execute(trx)
  })
}

/** An alert; undefined if it is gone. */
export function findAlert(db: Database, organization: string, id: string): Promise<AlertRow | undefined> {
  return db
    .selectFrom('alert')
    .selectAll()
    .where((is) => is.and({ organization, id }))
    .executeTakeFirst()
}

/** The sign of an event's type. */
export function signOfType(type: string): AlertSign | undefined {
  return (Object.keys(alertSigns) as AlertSign[]).find((sign) => alertSigns[sign] === type)
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
      SELECT organization, ${newId()}, id, 'webhook.test', now(), 'pending' FROM webhook
      WHERE organization = ${organization} AND id = ${webhook} FOR KEY SHARE RETURNING organization, id
    ), enqueued AS (
      INSERT INTO job (organization, kind, subject, host, run_at)
      SELECT told.organization, 'deliver', told.id, w.host, now() FROM told
      JOIN webhook w ON w.organization = told.organization AND w.id = ${webhook}
    )
    SELECT id FROM told`.execute(db)
  return rows[0]?.id
}

/** For how long it is remembered that a visit was told: nobody is told of the same visit again. */
const rememberedDays = 35

/** Deletes the ended messages of alerts that are older. Returns how many. */
export async function deleteOldAlerts(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM message WHERE alert IS NOT NULL AND state <> 'pending'
      AND happened_at < now() - make_interval(days => ${rememberedDays})`.execute(db)
  return Number(numAffectedRows)
}

/** Has the organization watched for what is broken. A watch that is just ending, because nobody wanted it, starts over. */
function beginWatch(trx: Database, organization: string): Promise<void> {
  return enqueueOrRestart(trx, { organization, kind: 'watch', subject: 'faults' })
}

/** Has the watch look now. Then wake the workers. */
export async function watchSoon(db: Database, organization: string): Promise<void> {
  await sql`
    UPDATE job SET run_at = now()
    WHERE organization = ${organization} AND kind = 'watch' AND lease IS NULL`.execute(db)
}

/** Whether an alert of the organization wants to know what is broken. */
export async function isWatched(db: Database, organization: string): Promise<boolean> {
  const wants = [alertSigns['page-broken'], alertSigns['deliveries-failed']]
  const { rows } = await sql`
    SELECT 1 FROM alert WHERE organization = ${organization} AND state = 'on'
      AND string_to_array(signs, ' ') && ${wants}::text[] LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Remembers these faults in place of those before. Returns the ones that are new. */
export async function rememberFaults(
  trx: Database,
  organization: string,
  faults: string[],
): Promise<string[]> {
  await sql`
    DELETE FROM told_fault
    WHERE organization = ${organization} AND fault <> ALL (${faults}::text[])`.execute(trx)
  const { rows } = await sql<{ fault: string }>`
    INSERT INTO told_fault (organization, fault) SELECT ${organization}, fault FROM unnest(${faults}::text[]) AS fault
    ON CONFLICT (organization, fault) DO NOTHING RETURNING fault`.execute(trx)
  return rows.map(({ fault }) => fault)
}
