import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { DomainError } from '../base/words/errors.ts'
import { newId, newPattern } from '../base/words/ids.ts'
import { type Meanings, readMeanings } from './column-labels.ts'
import { isInControl, unitOf } from './lift/draw.ts'
import { decodeListed, encodeListed, type ListedFacts, mergeListed } from './listed-codec.ts'
import { type CampaignKey, type CampaignRow, enqueueCampaignWork, lockCampaign, setCampaign } from './sql.ts'
import { notMade } from './work-sql.ts'

/** One line of a list. */
export interface ImportedLine {
  /** What identifies the person, else the line: the same one again changes nothing. */
  key: string
  /** What identifies the line by its cells, whether it can be used or not. */
  lineKey: string
  /** A hash of what it says besides address and site. Undefined where it names nobody. */
  rest?: string | undefined
  line: number
  /** By title of the column; a second column of the same title has a number behind it. */
  cells: Map<string, string>
  text: string
  person?: ListedFacts | undefined
  problem?: string | undefined
  /** The same for all lines that have this problem. Default: the problem. */
  what?: string | undefined
}

/** A place, stored or to be written. */
interface PlaceDraft {
  key: string
  list: number
  line: number
  cells: string[]
  problem: string | null
  text: string | null
  person: ListedFacts | null
  email: string | null
  content: string | null
  pattern: string | null
  was: string[] | null
  rest: string | null
  unit: string | null
  control: boolean
  /** Whether the database has it in this state. */
  isStored: boolean
}

/** What a line did to its campaign. */
export type LineOutcome = 'new' | 'changed' | 'same' | 'problem'

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
    const columns = await addColumns(trx, key, campaign, { lines, meanings })
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

/** In all lists of a campaign: each place is stored with a cell for each column. */
const maxColumns = 2000

const beyondAscii = /[^\0-\x7f]/

async function addColumns(
  trx: Database,
  key: CampaignKey,
  campaign: CampaignRow,
  { lines, meanings }: { lines: readonly Pick<ImportedLine, 'cells' | 'text'>[]; meanings: Meanings },
): Promise<string[]> {
  const known = JSON.parse(campaign.columns) as string[]
  // A list whose lines could not be split has cells of no line, but columns.
  const labels = [...lines.flatMap(({ cells }) => [...cells.keys()]), ...Object.keys(meanings)]
  const columns = [...new Set([...known, ...labels])]
  if (columns.length > maxColumns)
    throw new DomainError(
      'invalid-field',
      `The lists of this campaign have more than ${maxColumns} different columns: make another campaign.`,
    )
  const wide =
    campaign.wide ||
    columns.some((title) => beyondAscii.test(title)) ||
    lines.some(({ text, cells }) => [text, ...cells.values()].some((each) => beyondAscii.test(each)))
  // A column that is known stays what it was until the list has ended: one that is cut off and sent again begins anew.
  const before = readMeanings(campaign)
  const fresh = Object.entries(meanings).filter(([label]) => !Object.hasOwn(before, label))
  const meant = JSON.stringify({ ...before, ...Object.fromEntries(fresh) })
  if (columns.length > known.length || wide !== campaign.wide || meant !== campaign.column_meanings)
    await setCampaign(trx, key, { columns: JSON.stringify(columns), column_meanings: meant, wide })
  return columns
}

async function findPlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  keys: string[],
): Promise<Map<string, PlaceDraft>> {
  const rows = await trx
    .selectFrom('place')
    .select([
      'key',
      'list',
      'line',
      'cells',
      'problem',
      'text',
      'person',
      'email',
      'content',
      'pattern',
      'was',
      'rest',
      'unit',
      'control',
    ])
    .where((is) => is.and({ organization, campaign }))
    .where(sql<boolean>`key = ANY (${keys})`)
    .execute()
  return new Map(
    rows.map(({ cells, person, ...row }) => [
      row.key,
      {
        ...row,
        cells: JSON.parse(cells) as string[],
        person: person === null ? null : decodeListed(person),
        isStored: true,
      },
    ]),
  )
}

/** The labels of columns that earlier lists had, and that are taken for something else now. */
function newlyUnderstood(before: Meanings, now: Meanings): ReadonlySet<string> {
  const labels = Object.entries(now).flatMap(([label, { meaning }]) => {
    const was = Object.hasOwn(before, label) ? before[label] : undefined
    return meaning && was && was.meaning !== meaning ? [label] : []
  })
  return new Set(labels)
}

/** Where lines go. */
interface Into {
  list: number
  campaign: CampaignRow
  /** See `newlyUnderstood`. */
  understood: ReadonlySet<string>
}

/**
 * Applies a line: it creates a place, or adds to one. A line without anything new changes nothing, unless the place was given
 * up; a cell is new, too, if its column was taken for something else before.
 */
function addLine(
  places: Map<string, PlaceDraft>,
  columns: string[],
  line: ImportedLine,
  into: Into,
): LineOutcome {
  const cells = columns.map((title) => line.cells.get(title) ?? '')
  const before = places.get(line.key)
  if (!before) {
    places.set(line.key, newPlace(into, line, cells))
    return line.person ? 'new' : 'problem'
  }
  if (!line.person) return 'problem'
  const merged = columns.map((_, at) => mergeCell(before.cells[at] ?? '', cells[at] ?? ''))
  const isKnown = columns.every(
    (label, at) =>
      merged[at] === (before.cells[at] ?? '') && !(cells[at]?.trim() && into.understood.has(label)),
  )
  if (isKnown && before.problem !== notMade) return 'same'
  before.cells = merged
  before.person = before.person ? mergeListed(before.person, line.person) : line.person
  before.isStored = false
  return 'changed'
}

/** The later cell wins, unless it is blank or only another way to write the same address. */
function mergeCell(before: string, after: string): string {
  const isSameAddress = before.includes('@') && before.toLowerCase() === after.toLowerCase()
  return after.trim() === '' || isSameAddress ? before : after
}

/** Whoever gets a place is drawn, once for all. */
function newPlace({ list, campaign }: Into, imported: ImportedLine, cells: string[]): PlaceDraft {
  const { key, line, person, problem = null, text, rest = null } = imported
  const place = { key, list, line, cells, problem, was: null, isStored: false }
  const nobody = { person: null, email: null, content: null, pattern: null, unit: null, control: false }
  if (!person) return { ...place, text, rest, ...nobody }
  const email = person.email ?? null
  const unit = unitOf({ email: person.email, domain: person.facts.domain })
  const control = isInControl(campaign.id, unit, campaign.control)
  const made = { content: newId(), pattern: newPattern(), unit, control }
  return { ...place, text: null, rest: null, person, email, ...made }
}

async function writePlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  places: PlaceDraft[],
): Promise<void> {
  if (places.length === 0) return
  const rows = places.map(({ cells, person, isStored: _isStored, ...place }) => ({
    ...place,
    cells: JSON.stringify(cells),
    person: person && encodeListed(person),
  }))
  await sql`
    INSERT INTO place (organization, campaign, key, list, line, cells, problem, text, person, email, content, pattern,
      was, rest, unit, control)
    SELECT ${organization}, ${campaign}, key, list, line, cells, problem, text, person, email, content, pattern, was,
      rest, unit, control
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS p(key text, list integer, line integer, cells text,
      problem text, text text, person text, email text, content text, pattern text, was text[], rest text, unit text,
      control boolean)
    ON CONFLICT (organization, campaign, key)
      DO UPDATE SET cells = EXCLUDED.cells, person = EXCLUDED.person, was = EXCLUDED.was`.execute(trx)
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

/** Where a line stands: it is kept with the place that the line became. */
function positionOf({ list, line }: { list: number; line: number }): string {
  return `at:${list} ${line}`
}

function addWas(before: string[] | null, line: { key: string; list: number; line: number }): string[] {
  return [...new Set([...(before ?? []), line.key, positionOf(line)])]
}

async function deletePlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return
  await trx
    .deleteFrom('place')
    .where((is) => is.and({ organization, campaign }))
    .where(sql<boolean>`key = ANY (${keys})`)
    .execute()
}

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
  const positions = numbers.map((each) => positionOf({ list: each, line }))
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
  const columns = await addColumns(trx, key, campaign, { lines: [mended], meanings })
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
