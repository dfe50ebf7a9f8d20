import { type Selectable, sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { DomainError } from '../../base/words/errors.ts'
import { newId, newPattern } from '../../base/words/ids.ts'
import { type Meanings, readMeanings } from '../column-labels.ts'
import { isInControl, unitOf } from '../lift/draw.ts'
import { decodeListed, encodeListed, type ListedFacts, mergeListed } from '../listed-codec.ts'
import type { PlaceTable } from '../people/places-sql.ts'
import { type CampaignKey, type CampaignRow, setCampaign } from '../sql.ts'
import { notMade } from './pending-places-sql.ts'

/** One line of a list. */
export interface ImportedLine {
  /** What identifies the person, else the line: the same one again changes nothing. */
  key: string
  /** What identifies the line by its cells, whether it can be used or not. */
  lineKey: string
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
type PlaceDraft = Pick<
  Selectable<PlaceTable>,
  'key' | 'list' | 'line' | 'problem' | 'text' | 'email' | 'content' | 'pattern' | 'was' | 'unit' | 'control'
> & {
  cells: string[]
  person: ListedFacts | null
  /** Whether the database has it in this state. */
  isStored: boolean
}

/** What a line did to its campaign. */
export type LineOutcome = 'new' | 'changed' | 'same' | 'problem'

/** In all lists of a campaign: each place is stored with a cell for each column. */
const maxColumns = 2000

const beyondAscii = /[^\0-\x7f]/

/** Adds the columns of lines to those of the campaign. Returns all, in their order. Throws `invalid-field` for too many. */
export async function addListColumns(
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
  // `endList` changes the meaning of known columns: a list that was cut off corrects everybody when it is sent a second time.
  const before = readMeanings(campaign)
  const fresh = Object.entries(meanings).filter(([label]) => !Object.hasOwn(before, label))
  const meant = JSON.stringify({ ...before, ...Object.fromEntries(fresh) })
  if (columns.length > known.length || wide !== campaign.wide || meant !== campaign.column_meanings)
    await setCampaign(trx, key, { columns: JSON.stringify(columns), column_meanings: meant, wide })
  return columns
}

/** The places that are stored under these keys, by key. */
export async function findPlaces(
  trx: Database,
  { organization, campaign }: CampaignKey,
  keys: string[],
): Promise<Map<string, PlaceDraft>> {
  const rows = await trx
    .selectFrom('place')
    .selectAll()
    .where((is) => is.and({ organization, campaign }))
    .where(sql<boolean>`key = ANY (${keys})`)
    // Whoever is erased meanwhile is not written again.
    .forUpdate()
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
export function addLine(
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
  const { key, line, person, problem = null, text } = imported
  const place = { key, list, line, cells, problem, was: null, isStored: false }
  const nobody = { person: null, email: null, content: null, pattern: null, unit: null, control: false }
  if (!person) return { ...place, text, ...nobody }
  const email = person.email ?? null
  const unit = unitOf({ email: person.email, domain: person.facts.domain })
  const control = isInControl(campaign.id, unit, campaign.control)
  const made = { content: newId(), pattern: newPattern(), unit, control }
  return { ...place, text: null, person, email, ...made }
}

/** Stores places as they are now. */
export async function writePlaces(
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
      was, unit, control)
    SELECT ${organization}, ${campaign}, key, list, line, cells, problem, text, person, email, content, pattern, was,
      unit, control
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS p(key text, list integer, line integer, cells text,
      problem text, text text, person text, email text, content text, pattern text, was text, unit text,
      control boolean)
    ON CONFLICT (organization, campaign, key)
      DO UPDATE SET cells = EXCLUDED.cells, person = EXCLUDED.person, was = EXCLUDED.was`.execute(trx)
}

/** Deletes the places that are stored under these keys. */
export async function deletePlaces(
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
