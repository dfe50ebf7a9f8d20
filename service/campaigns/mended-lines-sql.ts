import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { Meanings } from './column-labels.ts'
import {
  addLine,
  addListColumns,
  addWas,
  deletePlaces,
  findPlaces,
  type ImportedLine,
  linePosition,
  writePlaces,
} from './place-drafts-sql.ts'
import { type CampaignKey, type CampaignRow, enqueueCampaignWork, lockCampaign } from './sql.ts'

/** A line that cannot be used, as it is stored, or the place that it has become since. */
export interface UnusablePlace {
  key: string
  list: number
  line: number
  /** Null where it has been mended. */
  text: string | null
  cells: string[]
}

/** Finds a line that cannot be used by its number: in one list, else in the latest list that has such a line. */
export async function findUnusableLine(
  trx: Database,
  { organization, campaign }: CampaignKey,
  { line, list }: LineNumber,
): Promise<UnusablePlace | undefined> {
  const row = await trx
    .selectFrom('place')
    .select(['key', 'list', 'line', 'text', 'cells'])
    .where((is) => is.and({ organization, campaign, line, ...(list !== undefined && { list }) }))
    .where('text', 'is not', null)
    .orderBy('list', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, cells: JSON.parse(row.cells) as string[] }
}

/** Finds the place that a line became when it was mended. */
export async function findMendedLine(
  trx: Database,
  { organization, id: campaign, lists }: CampaignRow,
  { line, list }: LineNumber,
): Promise<UnusablePlace | undefined> {
  const numbers = list === undefined ? Array.from({ length: lists }, (_, at) => lists - at) : [list]
  const positions = numbers.map((each) => linePosition({ list: each, line }))
  const rows = await trx
    .selectFrom('place')
    .select(['key', 'list', 'line', 'cells', 'was'])
    .where((is) => is.and({ organization, campaign }))
    .where(sql<boolean>`was && ${positions}::text[]`)
    .execute()
  const latest = positions.find((position) => rows.some(({ was }) => was?.includes(position)))
  const row = rows.find(({ was }) => latest && was?.includes(latest))
  return row && { ...row, text: null, cells: JSON.parse(row.cells) as string[] }
}

/** A line of a campaign's lists. */
export interface LineNumber {
  /** The header is line 1. */
  line: number
  /** The number of the list in the campaign, from 1. Default: the latest that has such a line. */
  list?: number | undefined
}

/**
 * Replaces a line that could not be used by its person, in a transaction that has locked the campaign: a place with a
 * link, or what is new of somebody who has a place. Returns the key. After the commit, wake the workers.
 */
export async function keepMended(
  trx: Database,
  campaign: CampaignRow,
  { was, mended, meanings }: { was: UnusablePlace; mended: ImportedLine; meanings: Meanings },
): Promise<string> {
  const key = { organization: campaign.organization, campaign: campaign.id }
  const columns = await addListColumns(trx, key, campaign, { lines: [mended], meanings })
  const places = await findPlaces(trx, key, [mended.key])
  addLine(places, columns, mended, { list: was.list, campaign, understood: new Set() })
  if (was.text !== null) await deletePlaces(trx, key, [was.key])
  await writePlaces(
    trx,
    key,
    [...places.values()].map((place) => ({
      ...place,
      was: was.text === null ? place.was : addWas(place.was, was),
    })),
  )
  await enqueueCampaignWork(trx, key)
  return mended.key
}

/** Sets a line aside that cannot be used: it leaves every file and count. False: there is none. */
export async function dropLine(db: Database, key: CampaignKey, which: LineNumber): Promise<boolean> {
  return transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    const found = campaign && (await findUnusableLine(trx, key, which))
    if (found) await deletePlaces(trx, key, [found.key])
    return Boolean(found)
  })
}
