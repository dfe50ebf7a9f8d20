import { type Selectable, sql } from 'kysely'
import type { CampaignStatus } from '../model/campaign.ts'
import { newId } from '../model/ids.ts'
import { type Defaulted, nextUpdate, type Timestamp } from './columns.ts'
import type { Database } from './database.ts'
import { enqueueJob } from './jobs.ts'

export interface CampaignTable {
  organization: string
  id: string
  name: string
  template: string
  language: string
  status: CampaignStatus | 'deleted'
  user_name: string
  /** How many lists have come. */
  lists: Defaulted<number>
  /** How many of them are in, to the last line. */
  ended_lists: Defaulted<number>
  /** Of how many of these webhooks were told that their records are completed. */
  told_lists: Defaulted<number>
  /** JSON: the titles of all columns that its lists have, in their order. */
  columns: Defaulted<string>
  /** Whether a list had more than ASCII in it. */
  wide: Defaulted<boolean>
  /** While its records are made anew: the id up to which they are enqueued. */
  anew: Defaulted<string | null>
  created_at: Timestamp
  updated_at: Timestamp
}

declare module './schema.ts' {
  interface Schema {
    campaign: CampaignTable
  }
}

export type CampaignRow = Selectable<CampaignTable>

/** What names one campaign. */
export interface CampaignKey {
  organization: string
  campaign: string
}

export interface NewCampaign {
  /** Name of the user whose token made it. */
  user: string
  name: string
  template: string
  language: string
}

/** Creates a campaign, which is open and invites nobody yet. */
export async function insertCampaign(
  db: Database,
  organization: string,
  { user, name, template, language }: NewCampaign,
): Promise<CampaignRow> {
  return db
    .insertInto('campaign')
    .values({
      organization,
      id: newId(),
      name,
      template,
      language,
      status: 'open',
      user_name: user,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The organization's campaign; undefined where it has none with this id, or has deleted it. */
export async function findCampaign(
  db: Database,
  { organization, campaign: id }: CampaignKey,
): Promise<CampaignRow | undefined> {
  return existingCampaigns(db, organization).where('id', '=', id).executeTakeFirst()
}

/** The campaigns of a name, the newest first. */
export async function findCampaignsByName(
  db: Database,
  organization: string,
  name: string,
): Promise<CampaignRow[]> {
  return existingCampaigns(db, organization).where('name', '=', name).orderBy('created_at', 'desc').execute()
}

/** Locks a campaign until the end of the transaction, a deleted one too: its lists and its work take turns. */
export async function lockCampaign(
  trx: Database,
  { organization, campaign: id }: CampaignKey,
): Promise<CampaignRow | undefined> {
  return trx
    .selectFrom('campaign')
    .selectAll()
    .where((is) => is.and({ organization, id }))
    .forUpdate()
    .executeTakeFirst()
}

/** Selects the organization's campaigns, without deleted ones. */
export function existingCampaigns(db: Database, organization: string) {
  return db
    .selectFrom('campaign')
    .selectAll()
    .where((is) => is.and({ organization }))
    .where('status', '<>', 'deleted')
}

/** Changes a campaign; undefined where there is none. `updatedAt` moves only where something changes. */
export async function updateCampaign(
  db: Database,
  { organization, campaign: id }: CampaignKey,
  { name, status }: { name?: string | undefined; status?: CampaignStatus | undefined },
): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    UPDATE campaign SET name = coalesce(${name ?? null}::text, name), status = coalesce(${status ?? null}::text, status),
      updated_at = CASE WHEN name = coalesce(${name ?? null}::text, name)
        AND status = coalesce(${status ?? null}::text, status) THEN updated_at
        ELSE ${nextUpdate} END
    WHERE organization = ${organization} AND id = ${id} AND status <> 'deleted' RETURNING *`.execute(db)
  return rows[0]
}

/**
 * Hides a campaign from everybody and enqueues that what belongs to it goes. False: there is none. After the commit,
 * wake the workers.
 */
export async function deleteCampaign(db: Database, key: CampaignKey): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return false
    await setCampaign(trx, key, { status: 'deleted' })
    await enqueueCampaignWork(trx, key)
    return true
  })
}

/** Enqueues that all records of a campaign are made anew, from the first one on, in the caller's transaction. */
export async function enqueueCampaignAnew(trx: Database, key: CampaignKey): Promise<void> {
  await lockCampaign(trx, key)
  await setCampaign(trx, key, { anew: '' })
  await enqueueCampaignWork(trx, key)
}

/** Enqueues the work of a campaign, in a transaction that holds its lock: so none is missed that ends just now. */
export async function enqueueCampaignWork(
  trx: Database,
  { organization, campaign }: CampaignKey,
): Promise<void> {
  await enqueueJob(trx, { organization, kind: 'campaign', subject: campaign })
}

/** Sets columns of a campaign that its transaction has locked. */
export async function setCampaign(
  trx: Database,
  { organization, campaign: id }: CampaignKey,
  columns: Partial<
    Pick<CampaignRow, 'status' | 'anew' | 'lists' | 'ended_lists' | 'told_lists' | 'columns' | 'wide'>
  >,
): Promise<void> {
  await trx
    .updateTable('campaign')
    .set(columns)
    .where((is) => is.and({ organization, id }))
    .execute()
}
