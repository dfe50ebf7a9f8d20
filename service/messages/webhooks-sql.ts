import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { mostWebhooks, testEvent, type WebhookEvent } from '../base/outbox/happenings.ts'
import { newId } from '../base/words/ids.ts'
import { lockReceivers } from './notices-sql.ts'

/** Addresses of other programs that are told of events. */
interface WebhookTable {
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
    webhook: WebhookTable
  }
}

type WebhookRow = Selectable<WebhookTable>

export interface NewWebhook {
  url: string
  events: WebhookEvent[]
  secret: string
}

/** Creates a webhook and returns its id; undefined if the organization has reached its limit. */
export async function insertWebhook(
  db: Database,
  organization: string,
  { url, events, secret }: NewWebhook,
): Promise<string | undefined> {
  return transact(db, async (trx) => {
    await lockReceivers(trx, organization)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO webhook (organization, id, url, host, events, secret, state, created_at)
      SELECT ${organization}, ${newId()}, ${url}, ${new URL(url).host}, ${events.join(' ')}, ${secret}, 'on', now()
      WHERE (SELECT count(*) FROM webhook WHERE organization = ${organization}) < ${mostWebhooks}
      RETURNING id`.execute(trx)
    return rows[0]?.id
  })
}

/** The webhooks of an organization, oldest first. */
export async function readWebhooks(db: Database, organization: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where((is) => is.and({ organization }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Deletes a webhook with its messages and their jobs. False: there is none. */
export async function removeWebhook(db: Database, organization: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await transact(db, (trx) =>
    trx
      .deleteFrom('webhook')
      .where((is) => is.and({ organization, id }))
      .executeTakeFirstOrThrow(),
  )
  return numDeletedRows > 0n
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
