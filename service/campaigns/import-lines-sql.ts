import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import { newId, newPattern } from '../base/words/ids.ts'
import { decodeListed, encodeListed, type ListedFacts, mergeListed } from './listed-codec.ts'
import { type CampaignKey, type CampaignRow, enqueueCampaignWork, lockCampaign, setCampaign } from './sql.ts'

/** One line of a list. */
export interface ImportedLine {
  /** What identifies the person, else the line: the same one again changes nothing. */
  key: string
  line: number
  /** By title of the column; a second column of the same title has a number behind it. */
  cells: Map<string, string>
  text: string
  person?: ListedFacts | undefined
  problem?: string | undefined
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
  /** Whether the database has it in this state. */
  isStored: boolean
}

/** Begins a list: returns its number in the campaign. Undefined where the campaign is gone. */
export async function beginList(db: Database, key: CampaignKey): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return undefined
    await setCampaign(trx, key, { lists: campaign.lists + 1 })
    return campaign.lists + 1
  })
}

/** Ends a list whose lines are all stored: the job of the campaign creates its records, and notifies webhooks. */
export async function endList(db: Database, key: CampaignKey): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return
    await setCampaign(trx, key, { ended_lists: campaign.ended_lists + 1 })
    await enqueueCampaignWork(trx, key)
  })
}

/**
 * Stores lines of a list, all or none: a place with a link for each new person, what is new of those who have a place,
 * and lines that cannot be used, once. False where the campaign is gone. After the commit, wake the workers.
 */
export async function keepLines(
  db: Database,
  key: CampaignKey,
  list: number,
  lines: readonly ImportedLine[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return false
    const columns = await addColumns(trx, key, campaign, lines)
    const places = await findPlaces(trx, key, [...new Set(lines.map((line) => line.key))])
    for (const line of lines) addLine(places, columns, list, line)
    const changed = [...places.values()].filter(({ isStored }) => !isStored)
    await writePlaces(trx, key, changed)
    if (changed.some(({ person }) => person)) await enqueueCampaignWork(trx, key)
    return true
  })
}

/** In all lists of a campaign: each place is stored with a cell for each column. */
const maxColumns = 2000

const beyondAscii = /[^\0-\x7f]/

async function addColumns(
  trx: Database,
  key: CampaignKey,
  campaign: CampaignRow,
  lines: readonly ImportedLine[],
): Promise<string[]> {
  const known = JSON.parse(campaign.columns) as string[]
  const columns = [...new Set([...known, ...lines.flatMap(({ cells }) => [...cells.keys()])])]
  if (columns.length > maxColumns)
    throw new DomainError(
      'invalid-field',
      `The lists of this campaign have more than ${maxColumns} different columns: make another campaign.`,
    )
  const wide =
    campaign.wide ||
    columns.some((title) => beyondAscii.test(title)) ||
    lines.some(({ text }) => beyondAscii.test(text))
  if (columns.length > known.length || wide !== campaign.wide)
    await setCampaign(trx, key, { columns: JSON.stringify(columns), wide })
  return columns
}

async function findPlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  keys: string[],
): Promise<Map<string, PlaceDraft>> {
  const rows = await trx
    .selectFrom('place')
    .select(['key', 'list', 'line', 'cells', 'problem', 'text', 'person', 'email', 'content', 'pattern'])
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

/** Applies a line: it creates a place, or adds to one. A line without anything new changes nothing. */
function addLine(places: Map<string, PlaceDraft>, columns: string[], list: number, line: ImportedLine): void {
  const cells = columns.map((title) => line.cells.get(title) ?? '')
  const before = places.get(line.key)
  if (!before) places.set(line.key, newPlace(list, line, cells))
  else if (line.person) {
    const merged = columns.map((_, at) => mergeCell(before.cells[at] ?? '', cells[at] ?? ''))
    if (merged.every((cell, at) => cell === (before.cells[at] ?? ''))) return
    before.cells = merged
    before.person = before.person ? mergeListed(before.person, line.person) : line.person
    before.isStored = false
  }
}

/** The later cell wins, unless it is blank or only another way to write the same address. */
function mergeCell(before: string, after: string): string {
  const isSameAddress = before.includes('@') && before.toLowerCase() === after.toLowerCase()
  return after.trim() === '' || isSameAddress ? before : after
}

function newPlace(list: number, imported: ImportedLine, cells: string[]): PlaceDraft {
  const { key, line, person, problem = null, text } = imported
  const place = { key, list, line, cells, problem, isStored: false }
  if (!person) return { ...place, text, person: null, email: null, content: null, pattern: null }
  const email = person.email ?? null
  return { ...place, text: null, person, email, content: newId(), pattern: newPattern() }
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
    INSERT INTO place (organization, campaign, key, list, line, cells, problem, text, person, email, content, pattern)
    SELECT ${organization}, ${campaign}, key, list, line, cells, problem, text, person, email, content, pattern
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS p(key text, list integer, line integer, cells text,
      problem text, text text, person text, email text, content text, pattern text)
    ON CONFLICT (organization, campaign, key)
      DO UPDATE SET cells = EXCLUDED.cells, person = EXCLUDED.person`.execute(trx)
}
