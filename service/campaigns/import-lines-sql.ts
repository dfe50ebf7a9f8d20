import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { type Meanings, readMeanings } from './column-labels.ts'
import {
  addLine,
  addListColumns,
  addWas,
  deletePlaces,
  findPlaces,
  type ImportedLine,
  type LineOutcome,
  type PlaceDraft,
  writePlaces,
} from './place-drafts-sql.ts'
import { type CampaignKey, enqueueCampaignWork, lockCampaign, setCampaign } from './sql.ts'

/** What a line did, and the key of its place. */
export interface KeptLine {
  key: string
  outcome: LineOutcome
}

/** A list that is being imported. */
export interface BegunList {
  /** Its number in the campaign. */
  number: number
  /** What the columns of the lists before it were taken for. */
  meanings: Meanings
}

/** Begins a list. Undefined where the campaign is gone. */
export async function beginList(db: Database, key: CampaignKey): Promise<BegunList | undefined> {
  return transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return undefined
    await setCampaign(trx, key, { lists: campaign.lists + 1 })
    return { number: campaign.lists + 1, meanings: readMeanings(campaign) }
  })
}

/**
 * Ends a list whose lines are all stored: its columns are what it takes them for from now on, and the job of the campaign
 * creates its records, and notifies webhooks.
 */
export async function endList(db: Database, key: CampaignKey, meanings: Meanings): Promise<void> {
  await transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return
    await setCampaign(trx, key, {
      ended_lists: campaign.ended_lists + 1,
      column_meanings: JSON.stringify({ ...readMeanings(campaign), ...meanings }),
    })
    await enqueueCampaignWork(trx, key)
  })
}

/**
 * Stores lines of a list, all or none: a place with a link for each new person, what is new of those who have a place,
 * and lines that cannot be used, once. A line of an earlier list that these lines correct goes. Returns what each line
 * did, by their order; undefined where the campaign is gone. After the commit, wake the workers.
 */
export async function keepLines(
  db: Database,
  key: CampaignKey,
  { number: list, meanings: before }: BegunList,
  { lines, meanings }: { lines: readonly ImportedLine[]; meanings: Meanings },
): Promise<KeptLine[] | undefined> {
  return transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return undefined
    const columns = await addListColumns(trx, key, campaign, { lines, meanings })
    const places = await findPlaces(trx, key, [...new Set(lines.map((line) => line.key))])
    const mended = await findMended(trx, key, keysOfUnusable(lines))
    const into = { list, campaign, understood: newlyUnderstood(before, meanings) }
    const kept = lines.map((line): KeptLine => {
      const known = mended.get(line.key)
      if (known !== undefined) return { key: known, outcome: 'same' }
      return { key: line.key, outcome: addLine(places, columns, line, into) }
    })
    if (list > 1) await dropCorrected(trx, key, { list, lines, kept, places })
    const changed = [...places.values()].filter(({ isStored }) => !isStored)
    await writePlaces(trx, key, changed)
    if (changed.some(({ person }) => person)) await enqueueCampaignWork(trx, key)
    return kept
  })
}

/** The labels of columns that earlier lists had, and that are taken for something else now. */
function newlyUnderstood(before: Meanings, now: Meanings): ReadonlySet<string> {
  const labels = Object.entries(now).flatMap(([label, { meaning }]) => {
    const was = Object.hasOwn(before, label) ? before[label] : undefined
    return meaning && was && was.meaning !== meaning ? [label] : []
  })
  return new Set(labels)
}

function keysOfUnusable(lines: readonly ImportedLine[]): string[] {
  return lines.filter(({ person }) => !person).map(({ key }) => key)
}

/** The places of lines that could not be used and have been mended since, by the keys of these lines. */
async function findMended(
  trx: Database,
  { organization, campaign }: CampaignKey,
  keys: string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await trx
    .selectFrom('place')
    .select(['key', 'was'])
    .where((is) => is.and({ organization, campaign }))
    .where(sql<boolean>`was && ${keys}::text[]`)
    .execute()
  return new Map(rows.flatMap(({ key, was }) => (was ?? []).map((before) => [before, key] as const)))
}

interface Corrected {
  list: number
  lines: readonly ImportedLine[]
  kept: readonly KeptLine[]
  places: Map<string, PlaceDraft>
}

/**
 * Deletes lines of earlier lists that could not be used and are corrected now: the very same line, of which other columns
 * are taken for something now; or the only one that says the same as a new person's line besides address and site. Of two
 * that say the same, neither goes: one may be somebody else.
 */
async function dropCorrected(trx: Database, key: CampaignKey, corrected: Corrected): Promise<void> {
  const { list, lines, kept, places } = corrected
  const usable = lines.flatMap((line, at) =>
    line.person ? [{ line, isNew: kept[at]?.outcome === 'new' }] : [],
  )
  const before = await findUnusable(trx, key, {
    list,
    keys: usable.map(({ line }) => line.lineKey),
    rests: usable.flatMap(({ line, isNew }) => (isNew && line.rest ? [line.rest] : [])),
  })
  const left = new Map(before.map((each) => [each.key, each]))
  for (const { line, isNew } of usable) {
    const same = isNew && line.rest ? [...left.values()].filter(({ rest }) => rest === line.rest) : []
    const found = left.get(line.lineKey) ?? (same.length === 1 ? same[0] : undefined)
    const place = places.get(line.key)
    if (!found || !place) continue
    left.delete(found.key)
    place.was = addWas(place.was, found)
    place.isStored = false
  }
  const gone = before.filter((each) => !left.has(each.key)).map((each) => each.key)
  await deletePlaces(trx, key, gone)
}

async function findUnusable(
  trx: Database,
  { organization, campaign }: CampaignKey,
  { list, keys, rests }: { list: number; keys: string[]; rests: string[] },
): Promise<Pick<PlaceDraft, 'key' | 'list' | 'line' | 'rest'>[]> {
  // Of those that say the same two are enough: whether there is only one is all that counts.
  const { rows } = await sql<Pick<PlaceDraft, 'key' | 'list' | 'line' | 'rest'>>`
    SELECT key, list, line, rest FROM place
    WHERE organization = ${organization} AND campaign = ${campaign} AND text IS NOT NULL AND list < ${list}
      AND key = ANY (${keys})
    UNION ALL
    SELECT same.* FROM unnest(${[...new Set(rests)]}::text[]) said(rest), LATERAL (
      SELECT key, list, line, rest FROM place
      WHERE organization = ${organization} AND campaign = ${campaign} AND text IS NOT NULL AND list < ${list}
        AND place.rest = said.rest AND key <> ALL (${keys})
      LIMIT 2) same`.execute(trx)
  return rows
}
