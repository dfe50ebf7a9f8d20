import { type Selectable, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { inPages, type Timestamp } from '../../base/database/sql.ts'
import { transact } from '../../base/database/transaction.ts'
import { enqueueOrRestart } from '../../base/jobs/sql.ts'
import { type AlertSign, alertSigns } from '../../base/outbox/happenings.ts'
import { parseEmail } from '../../base/words/addresses.ts'
import { newId } from '../../base/words/ids.ts'
import { lockReceivers } from '../notices-sql.ts'
import type { PendingMessage } from '../sql.ts'
import type { AlertBody } from './operations.ts'

const alertKinds = ['slack', 'teams', 'mail'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Who is told what, and when. */
interface AlertTable {
  organization: string
  id: string
  kind: AlertKind
  /** The secret address of Slack's or Teams' webhook; null for mail. */
  url: string | null
  host: string
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
  /** `off`: its receiver did not accept what it was sent, or everybody unsubscribed. */
  state: 'on' | 'off'
  created_at: Timestamp
}

/** What is broken and was told: it is told once, until it is mended. */
interface ToldFaultTable {
  organization: string
  /** A hash of what is broken. */
  fault: string
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    alert: AlertTable
    told_fault: ToldFaultTable
  }
}

export type AlertRow = Selectable<AlertTable>

/** An alert to be stored, with its address checked. */
export type AcceptedAlert = Pick<AlertRow, 'kind' | 'url' | 'addresses' | 'seconds' | 'at'> &
  Pick<AlertBody, 'when' | 'owner'>

/** How many alerts an organization may have. */
export const mostAlerts = 50

/** Has the organization watched for what is broken. A watch that is just ending, because nobody wanted it, starts over. */
function beginWatch(trx: Database, organization: string): Promise<void> {
  return enqueueOrRestart(trx, { organization, kind: 'watch', subject: 'faults' })
}

/** Stores an alert, and has the organization watched for what is broken, in a transaction. Undefined if it has too many. */
export async function insertAlert(
  trx: Database,
  organization: string,
  wanted: AcceptedAlert,
): Promise<AlertRow | undefined> {
  const { kind, url, host, addresses, signs, seconds, owner_column, owner_value, at } = columnsOf(wanted)
  await lockReceivers(trx, organization)
  const { rows } = await sql<AlertRow>`
    INSERT INTO alert (organization, id, kind, url, host, addresses, signs, seconds, owner_column, owner_value, at, state,
      created_at)
    SELECT ${organization}, ${newId()}, ${kind}, ${url}, ${host}, ${addresses}::text[], ${signs}, ${seconds}::integer,
      ${owner_column}, ${owner_value}, ${at}, 'on', now()
    WHERE (SELECT count(*) FROM alert WHERE organization = ${organization}) < ${mostAlerts}
    RETURNING *`.execute(trx)
  if (rows[0]) await beginWatch(trx, organization)
  return rows[0]
}

/** Changes an alert, and switches it on. What was still to be sent goes. Undefined if there is none. */
export async function updateAlert(
  db: Database,
  organization: string,
  id: string,
  wanted: AcceptedAlert,
): Promise<AlertRow | undefined> {
  return transact(db, async (trx) => {
    const row = await trx
      .updateTable('alert')
      .set({ ...columnsOf(wanted), state: 'on' })
      .where((is) => is.and({ organization, id }))
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    await sql`
      DELETE FROM message WHERE organization = ${organization} AND alert = ${id} AND state IN ('pending', 'noted')`.execute(
      trx,
    )
    await beginWatch(trx, organization)
    return row
  })
}

function columnsOf({ kind, url, addresses, when, seconds, owner, at }: AcceptedAlert) {
  return {
    kind,
    url,
    host: url === null ? 'mail' : new URL(url).host,
    addresses,
    signs: when.map((sign) => alertSigns[sign]).join(' '),
    seconds,
    owner_column: owner?.column ?? null,
    owner_value: owner?.value ?? null,
    at,
  }
}

/** The alerts of an organization, oldest first, or the one with this id. */
export async function readAlerts(db: Database, organization: string, id?: string): Promise<AlertRow[]> {
  return db
    .selectFrom('alert')
    .selectAll()
    .where((is) => is.and({ organization, ...(id !== undefined && { id }) }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The sign of an event's type. */
export function signOfType(type: string): AlertSign | undefined {
  return (Object.keys(alertSigns) as AlertSign[]).find((sign) => alertSigns[sign] === type)
}

/** Deletes an alert with its messages and their jobs. False: there is none. */
export async function removeAlert(db: Database, organization: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await transact(db, (trx) =>
    trx
      .deleteFrom('alert')
      .where((is) => is.and({ organization, id }))
      .executeTakeFirstOrThrow(),
  )
  return numDeletedRows > 0n
}

/**
 * Switches an alert on whose receiver took a test, and has the organization watched for what is broken. One that has
 * another receiver since, or no address any more, stays as it is.
 */
export async function switchOn(trx: Database, { organization, id, url }: AlertRow): Promise<void> {
  await sql`
    UPDATE alert SET state = 'on' WHERE organization = ${organization} AND id = ${id}
      AND url IS NOT DISTINCT FROM ${url}::text AND (kind <> 'mail' OR addresses <> '{}')`.execute(trx)
  await beginWatch(trx, organization)
}

/** Takes an address, however it is spelled, from an alert; one without an address is switched off. */
export async function removeAddress(
  db: Database,
  organization: string,
  id: string,
  address: string,
): Promise<void> {
  const { key } = parseEmail(address)
  await transact(db, async (trx) => {
    const before = await lockAlert(trx, organization, id)
    if (before?.kind !== 'mail') return
    const gone = before.addresses.filter((each) => parseEmail(each).key === key)
    const left = before.addresses.filter((each) => !gone.includes(each))
    await sql`
      UPDATE alert SET addresses = ${left}::text[], state = CASE WHEN ${left.length === 0} THEN 'off' ELSE state END
      WHERE organization = ${organization} AND id = ${id}`.execute(trx)
    await sql`
      DELETE FROM message WHERE organization = ${organization} AND alert = ${id} AND address = ANY (${gone}::text[])
        AND state IN ('pending', 'noted')`.execute(trx)
  })
}

/** The alert as it is, which nobody else changes meanwhile; undefined if there is none. */
async function lockAlert(trx: Database, organization: string, id: string): Promise<AlertRow | undefined> {
  return trx
    .selectFrom('alert')
    .selectAll()
    .where((is) => is.and({ organization, id }))
    .forUpdate()
    .executeTakeFirst()
}

/** The alert of a message; undefined if it is gone, or has other receivers since the message was read. */
export async function findAlertOf(
  db: Database,
  { organization, alert, url, address }: PendingMessage,
): Promise<AlertRow | undefined> {
  const row = alert === null ? undefined : await findAlert(db, organization, alert)
  const isReceiver = row?.kind === 'mail' ? row.addresses.includes(address ?? '') : row?.url === url
  return isReceiver ? row : undefined
}

/** An alert; undefined if it is gone. */
export async function findAlert(
  db: Database,
  organization: string,
  id: string,
): Promise<AlertRow | undefined> {
  return (await readAlerts(db, organization, id))[0]
}

/** How many noted messages are read at once. */
const notedAtOnce = 500

/** What is noted for a message of the morning, oldest first. */
export function listNoted(
  db: Database,
  { organization, alert, address, happened_at }: PendingMessage,
): AsyncGenerator<PendingMessage[]> {
  return inPages(notedAtOnce, async (last: PendingMessage | undefined) => {
    const isBehind = last ? sql`(happened_at, id) > (${last.happened_at}, ${last.id})` : sql`true`
    const { rows } = await sql<PendingMessage>`
      SELECT m.*, '' AS url, NULL AS secret FROM message m
      WHERE organization = ${organization} AND alert = ${alert} AND address = ${address} AND state = 'noted'
        AND next_attempt_at = ${happened_at} AND ${isBehind}
      ORDER BY happened_at, id LIMIT ${notedAtOnce}`.execute(db)
    return rows
  })
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

/** Whether an alert of the organization wants to know what is broken. */
export async function isWatched(db: Database, organization: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM alert WHERE organization = ${organization} AND state = 'on'
      AND string_to_array(signs, ' ') && ARRAY[${alertSigns['page-broken']}, ${alertSigns['deliveries-failed']}] LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Remembers these faults in place of those before. Returns the ones that are new. */
export async function rememberFaults(
  db: Database,
  organization: string,
  faults: string[],
): Promise<string[]> {
  await sql`
    DELETE FROM told_fault WHERE organization = ${organization} AND fault <> ALL (${faults}::text[])`.execute(
    db,
  )
  const { rows } = await sql<{ fault: string }>`
    INSERT INTO told_fault (organization, fault) SELECT ${organization}, fault FROM unnest(${faults}::text[]) AS fault
    ON CONFLICT (organization, fault) DO NOTHING RETURNING fault`.execute(db)
  return rows.map(({ fault }) => fault)
}

/** Has the watch look now. Then wake the workers. */
export async function watchSoon(db: Database, organization: string): Promise<void> {
  await sql`
    UPDATE job SET run_at = now() WHERE organization = ${organization} AND kind = 'watch' AND lease IS NULL`.execute(
    db,
  )
}
