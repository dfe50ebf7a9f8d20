import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { type Defaulted, nextUpdate, type Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { enqueueJob } from '../base/jobs/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId, newId } from '../base/words/ids.ts'
import type { Utm } from '../templates/link.ts'
import type { CampaignStatus } from './campaign.ts'

interface CampaignTable {
  organization: string
  id: string
  name: string
  template: string
  language: string
  status: CampaignStatus | 'deleted'
  user_name: string
  /** Percentage of companies in the control group. */
  control: Defaulted<number>
  /** JSON: the `utm_` values of its links. */
  utm: Defaulted<string>
  /** How many lists were begun. */
  lists: Defaulted<number>
  /** How many of them were imported to the last line. */
  ended_lists: Defaulted<number>
  /** For how many of these `campaign.completed` was sent. */
  told_lists: Defaulted<number>
  /** JSON: the titles of all columns of its lists, in their order. */
  columns: Defaulted<string>
  /** JSON: what its columns were taken for, by their labels: see `readMeanings`. */
  column_meanings: Defaulted<string>
  /** Whether a list had characters beyond ASCII. */
  wide: Defaulted<boolean>
  created_at: Timestamp
  updated_at: Timestamp
}

declare module '../base/database/schema.ts' {
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

interface NewCampaign {
  /** Name of the user who creates it. */
  user: string
  name: string
  template: string
  language: string
  /** Percentage of companies in the control group. */
  control: number
  status: 'draft' | 'open'
  utm: Utm
}

/** Creates a campaign, which has no people yet. */
export async function insertCampaign(
  db: Database,
  organization: string,
  { user, name, template, language, control, status, utm }: NewCampaign,
): Promise<CampaignRow> {
  return db
    .insertInto('campaign')
    .values({
      organization,
      id: newId(),
      name,
      template,
      language,
      control,
      status,
      utm: JSON.stringify(utm),
      user_name: user,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface CampaignChange {
  name?: string | undefined
  status?: CampaignStatus | undefined
  control?: number | undefined
  utm?: Utm | undefined
}

/** The organization's campaign; undefined where there is none with this id, or it is deleted. */
export async function findCampaign(
  db: Database,
  { organization, campaign: id }: CampaignKey,
): Promise<CampaignRow | undefined> {
  return existingCampaigns(db, organization).where('id', '=', id).executeTakeFirst()
}

/** The campaigns with this name, newest first. */
export async function findCampaignsByName(
  db: Database,
  organization: string,
  name: string,
): Promise<CampaignRow[]> {
  return existingCampaigns(db, organization).where('name', '=', name).orderBy('created_at', 'desc').execute()
}

/** Locks a campaign, even a deleted one, until the end of the transaction: imports and jobs take turns. */
export async function lockCampaign(
  trx: Database,
  { organization, campaign: id }: CampaignKey,
): Promise<CampaignRow | undefined> {
  return trx
    .selectFrom('campaign')
    .selectAll()
    .where((is) => is.and({ organization, id }))
    .forNoKeyUpdate()
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

/**
 * Changes a campaign; undefined where there is none. `updatedAt` moves only where something changes. Throws
 * `invalid-field` where people are drawn already: nobody can be drawn again; and where it would be a draft again: its links
 * may be out.
 */
export async function updateCampaign(
  db: Database,
  key: CampaignKey,
  { name, status, control, utm }: CampaignChange,
): Promise<CampaignRow | undefined> {
  return transact(db, async (trx) => {
    const before = await lockCampaign(trx, key)
    if (!before || before.status === 'deleted') return undefined
    const wanted = {
      name: name ?? before.name,
      status: status ?? before.status,
      control: control ?? before.control,
      utm: utm === undefined ? before.utm : JSON.stringify(utm),
    }
    if (wanted.control !== before.control && before.lists > 0)
      throw new DomainError(
        'invalid-field',
        'control: people of this campaign are drawn already, since its first list. Make another campaign.',
      )
    if (wanted.status === 'draft' && before.status !== 'draft')
      throw new DomainError(
        'invalid-field',
        `status: the campaign is ${before.status}, and no campaign becomes a draft again. While it is paused, its links show the page as it is.`,
      )
    const isSame =
      wanted.name === before.name &&
      wanted.status === before.status &&
      wanted.control === before.control &&
      wanted.utm === before.utm
    if (isSame) return before
    return trx
      .updateTable('campaign')
      .set({ ...wanted, updated_at: nextUpdate })
      .where((is) => is.and({ organization: key.organization, id: key.campaign }))
      .returningAll()
      .executeTakeFirst()
  })
}

/**
 * Marks a campaign as deleted and enqueues the deletion of all that belongs to it. False: there is none. After the
 * commit, wake the workers.
 */
export async function deleteCampaign(db: Database, key: CampaignKey): Promise<boolean> {
  return transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return false
    await setCampaign(trx, key, { status: 'deleted' })
    await enqueueCampaignWork(trx, key)
    return true
  })
}

/** Enqueues the job of a campaign, in a transaction that has locked it: a job that is just ending cannot absorb it. */
export async function enqueueCampaignWork(
  trx: Database,
  { organization, campaign }: CampaignKey,
): Promise<void> {
  await enqueueJob(trx, { organization, kind: 'campaign', subject: campaign })
}

/** Sets columns of a campaign that the transaction has locked. */
export async function setCampaign(
  trx: Database,
  { organization, campaign: id }: CampaignKey,
  columns: Partial<
    Pick<
      CampaignRow,
      'status' | 'lists' | 'ended_lists' | 'told_lists' | 'columns' | 'column_meanings' | 'wide'
    >
  >,
): Promise<void> {
  await trx
    .updateTable('campaign')
    .set(columns)
    .where((is) => is.and({ organization, id }))
    .execute()
}

/** Finds a campaign of an organization. Throws `not-found`. */
export async function findKnownCampaign(
  db: Database,
  organization: string,
  id: string,
): Promise<CampaignRow> {
  const row = isId(id) ? await findCampaign(db, { organization, campaign: id }) : undefined
  return row ?? throwUnknownCampaign()
}

/** The key of a campaign. */
export function campaignKey({ organization, id }: CampaignRow): CampaignKey {
  return { organization, campaign: id }
}

/** Throws `not-found`. */
export function throwUnknownCampaign(): never {
  throw new DomainError('not-found', 'No campaign has this id.')
}
