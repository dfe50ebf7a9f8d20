import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import { type Meanings, readMeanings } from '../column-labels.ts'
import { type CampaignKey, enqueueCampaignWork, lockCampaign, setCampaign } from '../sql.ts'
import {
  addLine,
  addListColumns,
  deletePlaces,
  findPlaces,
  type ImportedLine,
  type LineOutcome,
  writePlaces,
} from './place-drafts-sql.ts'

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
 * and lines that cannot be used, once. The same line of an earlier list goes if it could not be used because its columns were
 * taken for something else. Returns what each line did; undefined where the campaign is gone. After the commit, wake the
 * workers.
 */
export async function keepLines(
  db: Database,
  key: CampaignKey,
  { number: list, meanings: before }: BegunList,
  { lines, meanings }: { lines: readonly ImportedLine[]; meanings: Meanings },
): Promise<LineOutcome[] | undefined> {
  return transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return undefined
    const columns = await addListColumns(trx, key, campaign, { lines, meanings })
    const places = await findPlaces(trx, key, [...new Set(lines.map((line) => line.key))])
    const mended = await findMended(trx, key, keysOf(lines, false))
    const into = { list, campaign, understood: newlyUnderstood(before, meanings) }
    const outcomes = lines.map((line) =>
      mended.has(line.key) ? 'same' : addLine(places, columns, line, into),
    )
    if (into.understood.size > 0) await deletePlaces(trx, key, keysOf(lines, true))
    const changed = [...places.values()].filter(({ isStored }) => !isStored)
    await writePlaces(trx, key, changed)
    if (changed.some(({ person }) => person)) await enqueueCampaignWork(trx, key)
    return outcomes
  })
}

/** The keys of lines by their cells, of those that can be used, or of those that cannot. */
function keysOf(lines: readonly ImportedLine[], isUsable: boolean): string[] {
  return lines.flatMap(({ person, lineKey }) => (Boolean(person) === isUsable ? lineKey : []))
}

/** The labels of columns that earlier lists had, and that are taken for something else now. */
function newlyUnderstood(before: Meanings, now: Meanings): ReadonlySet<string> {
  const labels = Object.entries(now).flatMap(([label, { meaning }]) => {
    const was = Object.hasOwn(before, label) ? before[label] : undefined
    return meaning && was && was.meaning !== meaning ? [label] : []
  })
  return new Set(labels)
}

/** Which of these keys are of lines that could not be used and have been mended since. */
async function findMended(
  trx: Database,
  { organization, campaign }: CampaignKey,
  keys: string[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('place')
    .select('was')
    .where((is) => is.and({ organization, campaign }))
    .where(sql<boolean>`was = ANY (${keys})`)
    .execute()
  return new Set(rows.flatMap(({ was }) => was ?? []))
}
