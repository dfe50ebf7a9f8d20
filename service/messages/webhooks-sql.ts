import { type Selectable, sql } from 'kysely'
import type { Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { newId } from '../base/words/ids.ts'
import { mostDeliveries, mostWebhooks, type WebhookEvent } from './webhook.ts'

/** Addresses of other programs that are notified of events. */
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
    webhook: WebhookTable
  }
}

export type WebhookRow = Selectable<WebhookTable>

export interface NewWebhook {
  url: string
  events: WebhookEvent[]
  secret: string
}

/** Creates a webhook and returns its id; undefined where the organization has reached its limit. */
export async function insertWebhook(
  db: Database,
  organization: string,
  { url, events, secret }: NewWebhook,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO webhook (organization, id, url, host, events, secret, state, created_at)
    SELECT ${organization}, ${newId()}, ${url}, ${new URL(url).host}, ${events.join(' ')}, ${secret}, 'on', now()
    WHERE (SELECT count(*) FROM webhook WHERE organization = ${organization}) < ${mostWebhooks}
    RETURNING id`.execute(db)
  return rows[0]?.id
}

/** The last attempt to deliver a notice. */
export interface DeliveryOfWebhook {
  webhook: string
  type: string
  tried_at: Date
  last_status: number | null
  last_error: string | null
}

/** The webhooks of an organization, oldest first, and the last attempts of each, newest first. */
export async function readWebhooks(
  db: Database,
  organization: string,
): Promise<{ webhooks: Omit<WebhookRow, 'secret'>[]; deliveries: DeliveryOfWebhook[] }> {
  const webhooks = await db
    .selectFrom('webhook')
    .select(['organization', 'id', 'url', 'host', 'events', 'state', 'created_at'])
    .where((is) => is.and({ organization }))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const { rows: deliveries } = await sql<DeliveryOfWebhook>`
    SELECT n.* FROM webhook w CROSS JOIN LATERAL (
      SELECT webhook, type, tried_at, last_status, last_error FROM notice
      WHERE organization = w.organization AND webhook = w.id AND tried_at IS NOT NULL
      ORDER BY tried_at DESC LIMIT ${mostDeliveries}) AS n
    WHERE w.organization = ${organization} ORDER BY n.tried_at DESC`.execute(db)
  return { webhooks, deliveries }
}

/** Deletes a webhook with its notices and their jobs. False: there is none. */
export async function removeWebhook(db: Database, organization: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('webhook')
      .where((is) => is.and({ organization, id }))
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    await sql`
      WITH gone AS (
        DELETE FROM notice WHERE organization = ${organization} AND webhook = ${id} RETURNING organization, id)
      DELETE FROM job USING gone
      WHERE job.organization = gone.organization AND job.kind = 'notify'
        AND job.subject = gone.id`.execute(trx)
    return true
  })
}
