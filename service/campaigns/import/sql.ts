import { type Selectable, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import type { Timestamp } from '../../base/database/sql.ts'
import { InTheWay } from '../../base/database/transaction.ts'
import { shortHash } from '../../base/words/ids.ts'
import { deleteSomeContents } from '../../content/sql.ts'
import type { Corrections } from '../../prospects/lists/list-column.ts'
import { type CampaignKey, type ListedFacts, ofCampaign, type PlaceTable } from '../sql.ts'

interface KnownHeaderTable {
  organization: string
  /** A hash of the titles, in any order. */
  header: string
  /** JSON: pairs of a title and what it was said to be. */
  corrections: string
  said_at: Timestamp
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    known_header: KnownHeaderTable
  }
}

/** What was said of the columns with an earlier list of the same header. */
export async function recallCorrections(db: Database, organization: string, titles: readonly string[]) {
  const row = await db
    .selectFrom('known_header')
    .select('corrections')
    .where((is) => is.and({ organization, header: hashOf(titles) }))
    .executeTakeFirst()
  return row && new Map(JSON.parse(row.corrections) as [string, never][])
}

/** Remembers what was said of the columns of a header, instead of what was said before. */
export async function rememberCorrections(
  db: Database,
  organization: string,
  titles: readonly string[],
  corrections: Corrections,
): Promise<void> {
  const own = new Set(titles.map((title) => title.trim()))
  const said = [...corrections].filter(([title]) => own.has(title))
  const row = { corrections: JSON.stringify(said), said_at: sql<Date>`now()` }
  await db
    .insertInto('known_header')
    .values({ organization, header: hashOf(titles), ...row })
    .onConflict((known) => known.columns(['organization', 'header']).doUpdateSet(row))
    .execute()
}

function hashOf(titles: readonly string[]): string {
  return shortHash(JSON.stringify(titles.map((title) => title.trim()).sort()))
}

/** A place, stored or to be written. */
export interface PlaceDraft
  extends Omit<
    Selectable<PlaceTable>,
    'organization' | 'campaign' | 'prospect' | 'made' | 'cells' | 'person'
  > {
  cells: string[]
  person: ListedFacts | null
}

/** The places that are stored under these keys, by key; locked, so that whoever is erased meanwhile is not written again. */
export async function findPlaces(trx: Database, campaign: CampaignKey, keys: string[]) {
  const { rows } = await sql<PlaceDraft>`
    SELECT key, list, line, cells::json, problem, text, person::json, email, content, pattern, was, unit, control
    FROM place WHERE ${ofCampaign(campaign)} AND key = ANY (${keys}) FOR UPDATE`.execute(trx)
  return new Map(rows.map((row) => [row.key, row]))
}

const drafted = sql.raw(
  'key, list, line, cells, problem, text, person, email, content, pattern, was, unit, control',
)

/** Stores places as they are now. */
export async function writePlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  places: Iterable<PlaceDraft>,
): Promise<void> {
  await sql`
    INSERT INTO place (organization, campaign, ${drafted})
    SELECT ${organization}, ${campaign}, ${drafted}
    FROM json_populate_recordset(NULL::place, ${JSON.stringify([...places])}::json)
    ON CONFLICT (organization, campaign, key)
      DO UPDATE SET cells = EXCLUDED.cells, person = EXCLUDED.person, was = EXCLUDED.was`.execute(trx)
}

/** Deletes the places that are stored under these keys. */
export async function deletePlaces(trx: Database, campaign: CampaignKey, keys: string[]): Promise<void> {
  await sql`DELETE FROM place WHERE ${ofCampaign(campaign)} AND key = ANY (${keys})`.execute(trx)
}

/** Which of these keys are of lines that could not be used and have been mended since. */
export async function findMended(trx: Database, campaign: CampaignKey, keys: string[]) {
  const { rows } = await sql<{ was: string }>`
    SELECT was FROM place WHERE ${ofCampaign(campaign)} AND was = ANY (${keys})`.execute(trx)
  return new Set(rows.map(({ was }) => was))
}

/** A line that cannot be used, as it is stored. */
export type UnusableLine = Pick<PlaceDraft, 'key' | 'list' | 'line' | 'cells'>

/** Finds a line that cannot be used by its number: in one list, else in the latest list that has such a line. */
export async function findUnusableLine(
  trx: Database,
  campaign: CampaignKey,
  { line, list }: { line: number; list?: number | undefined },
): Promise<UnusableLine | undefined> {
  const { rows } = await sql<UnusableLine>`
    SELECT key, list, line, cells::json FROM place
    WHERE ${ofCampaign(campaign)} AND line = ${line} AND text IS NOT NULL
      AND list = coalesce(${list ?? null}::integer, list)
    ORDER BY list DESC LIMIT 1`.execute(trx)
  return rows[0]
}

/** A person whose prospect and record are still to be created, or to be updated from a list. */
export interface PendingPlace {
  key: string
  person: ListedFacts
  content: string
  pattern: string
  /** Whether the person is in the control group. */
  control: boolean
  prospect: string | null
}

/** The first pending people of a campaign, in the order of the lists. */
export async function findPendingPlaces(trx: Database, campaign: CampaignKey, limit: number) {
  const { rows } = await sql<PendingPlace>`
    SELECT key, person::json, content, pattern, control, prospect FROM place
    WHERE ${ofCampaign(campaign)} AND person IS NOT NULL
    ORDER BY list, line LIMIT ${limit}`.execute(trx)
  return rows
}

/**
 * Marks places as no longer pending: each with its prospect, and the problem if something was dropped, or if it was given up.
 * `transact` repeats it if one of the people was erased meanwhile.
 */
export async function finishPlaces(
  trx: Database,
  campaign: CampaignKey,
  ends: readonly Pick<PlaceTable, 'key' | 'prospect' | 'problem'>[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE place SET person = NULL, prospect = ended.prospect, problem = ended.problem
    FROM json_to_recordset(${JSON.stringify(ends)}::json) AS ended(key text, prospect text, problem text)
    WHERE ${ofCampaign(campaign)} AND place.key = ended.key`.execute(trx)
  if (numAffectedRows !== BigInt(ends.length)) throw new InTheWay()
}

/** How many of a campaign's records are not completed; counts up to `most`. */
export async function countUnfinished(db: Database, campaign: CampaignKey, most: number) {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM content WHERE ${ofCampaign(campaign)} AND status <> 'completed' LIMIT ${most})
      AS unfinished`.execute(db)
  return rows[0]?.count ?? 0
}

/** With all that hangs on it a record takes 0.2 ms on the embedded database, during which nothing else runs. */
const recordsAtOnce = 100
const linesAtOnce = 2000

/** Deletes some of a deleted campaign's records or lines, and the campaign last. False: all is gone. */
export async function deleteSomeOfCampaign(trx: Database, key: CampaignKey): Promise<boolean> {
  if ((await deleteSomeContents(trx, key, recordsAtOnce)) > 0) return true
  const isOfIt = ofCampaign(key)
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM place WHERE ${isOfIt} AND key IN (SELECT key FROM place WHERE ${isOfIt} LIMIT ${linesAtOnce})`.execute(
    trx,
  )
  if (numAffectedRows > 0n) return true
  const { organization, campaign: id } = key
  await sql`DELETE FROM campaign WHERE organization = ${organization} AND id = ${id}`.execute(trx)
  return false
}
