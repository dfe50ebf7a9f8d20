import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import { invalidField } from '../../base/words/errors.ts'
import { newId, newPattern } from '../../base/words/ids.ts'
import { storable } from '../../base/words/prospect.ts'
import type { ListLine } from '../../prospects/lists/lines.ts'
import { isInControl, unitOf } from '../lift/draw.ts'
import {
  type CampaignColumn,
  type CampaignKey,
  type CampaignRow,
  enqueueCampaignWork,
  type ListedFacts,
  lockKnownCampaign,
  setCampaign,
} from '../sql.ts'
import { deletePlaces, findMended, findPlaces, type PlaceDraft, writePlaces } from './sql.ts'

/** A line of a list with what identifies it; its cells are in the order of the columns that it comes with. */
export interface KeptLine extends ListLine {
  /** Of the person, else of the line: the same one again changes nothing. */
  key: string
  /** Of the line by its cells, whether it can be used or not. */
  lineKey: string
}

/** What a line did to its campaign. */
export type LineOutcome = 'new' | 'changed' | 'same' | 'problem'

/** The problem of a place that was given up. The same line again tries once more. */
export const notMade = 'could not be prepared: something went wrong in the service'

const maxColumns = 2000

/** Begins a list. Returns its number in the campaign. */
export function beginList(db: Database, key: CampaignKey): Promise<number> {
  return transact(db, async (trx) => {
    const { lists } = await lockKnownCampaign(trx, key)
    await setCampaign(trx, key, { lists: lists + 1 })
    return lists + 1
  })
}

/**
 * Ends a list whose lines are all stored: its columns are what it takes them for from now on, and the job of the campaign
 * creates its records, and notifies webhooks.
 */
export async function endList(db: Database, key: CampaignKey, own: CampaignColumn[]): Promise<void> {
  await transact(db, async (trx) => {
    const { ended_lists, columns } = await lockKnownCampaign(trx, key)
    const now = columns.map((column) => own.find(({ label }) => label === column.label) ?? column)
    await setCampaign(trx, key, { ended_lists: ended_lists + 1, columns: JSON.stringify(now) })
    await enqueueCampaignWork(trx, key)
  })
}

/**
 * Stores lines of a list, all or none: a place with a link for each new person, what is new of those who have a place,
 * and lines that cannot be used, once. The same line of an earlier list goes if it could not be used because its columns were
 * taken for something else. Returns what each line did. After the commit, wake the workers.
 */
export function keepLines(
  db: Database,
  key: CampaignKey,
  { list, lines, columns: own }: { list: number; lines: readonly KeptLine[]; columns: CampaignColumn[] },
): Promise<LineOutcome[]> {
  const keysOf = (isUsable: boolean) =>
    lines.flatMap(({ person, lineKey }) => (Boolean(person) === isUsable ? lineKey : []))
  return transact(db, async (trx) => {
    const campaign = await lockKnownCampaign(trx, key)
    const columns = await addColumns(trx, key, campaign, own)
    const places = await findPlaces(trx, key, [...new Set(lines.map((line) => line.key))])
    const mended = await findMended(trx, key, keysOf(false))
    const understood = newlyUnderstood(campaign.columns, own)
    const into = { campaign, list, places, columns, own, understood }
    const changed = new Set<PlaceDraft>()
    const outcomes = lines.map((line) => {
      if (mended.has(line.key)) return 'same'
      const { outcome, place } = addLine(into, line)
      if (place) changed.add(place)
      return outcome
    })
    if (understood.size > 0) await deletePlaces(trx, key, keysOf(true))
    await writePlaces(trx, key, changed)
    if ([...changed].some(({ person }) => person)) await enqueueCampaignWork(trx, key)
    return outcomes
  })
}

/** The labels of columns that earlier lists had, and that are taken for something else now. */
function newlyUnderstood(before: CampaignColumn[], now: CampaignColumn[]): ReadonlySet<string> {
  const was = new Map(before.map(({ label, meaning }) => [label, meaning]))
  const other = now.filter(({ label, meaning }) => meaning && was.has(label) && was.get(label) !== meaning)
  return new Set(other.map(({ label }) => label))
}

/**
 * Adds columns to those of the campaign. Returns all, in their order. Those that are known stay what they were taken for
 * until the list ends: a list that was cut off corrects everybody when it is sent a second time. Throws `invalid-field` for
 * too many.
 */
export async function addColumns(
  trx: Database,
  key: CampaignKey,
  { columns: known }: CampaignRow,
  own: CampaignColumn[],
): Promise<CampaignColumn[]> {
  const labels = new Set(known.map(({ label }) => label))
  const fresh = own.filter(({ label }) => !labels.has(label))
  const columns = [...known, ...fresh]
  if (columns.length > maxColumns)
    throw invalidField(
      `The lists of this campaign have more than ${maxColumns} different columns: make another campaign.`,
    )
  if (fresh.length > 0) await setCampaign(trx, key, { columns: JSON.stringify(columns) })
  return columns
}

interface Into {
  campaign: CampaignRow
  list: number
  /** By key; a line adds to them. */
  places: Map<string, PlaceDraft>
  columns: CampaignColumn[]
  own: CampaignColumn[]
  /** See `newlyUnderstood`. */
  understood: ReadonlySet<string>
}

/**
 * Applies a line: it creates a place, or adds to one. A line without anything new changes nothing, unless the place was given
 * up; a cell is new, too, if its column was taken for something else before.
 */
function addLine(into: Into, line: KeptLine): { outcome: LineOutcome; place?: PlaceDraft } {
  const { places, columns, own, understood } = into
  const byLabel = new Map(own.map(({ label }, at) => [label, storable(line.cells[at] ?? '')]))
  const cells = columns.map(({ label }) => byLabel.get(label) ?? '')
  const before = places.get(line.key)
  if (!before) {
    const place = newPlace(into, { ...line, cells })
    places.set(line.key, place)
    return { outcome: line.person ? 'new' : 'problem', place }
  }
  if (!line.person) return { outcome: 'problem' }
  const merged = cells.map((cell, at) => mergeCell(before.cells[at] ?? '', cell))
  const isKnown = columns.every(
    ({ label }, at) =>
      merged[at] === (before.cells[at] ?? '') && !(cells[at]?.trim() && understood.has(label)),
  )
  if (isKnown && before.problem !== notMade) return { outcome: 'same' }
  before.cells = merged
  before.person = mergeListed(before.person, line.person)
  return { outcome: 'changed', place: before }
}

/** The later cell wins, unless it is blank or only another way to write the same address. */
function mergeCell(before: string, after: string): string {
  const isSameAddress = before.includes('@') && before.toLowerCase() === after.toLowerCase()
  return after.trim() === '' || isSameAddress ? before : after
}

type Listed = NonNullable<ListLine['person']>

/** What lists say about one person: the later one wins, except for how the address is written. */
function mergeListed(before: ListedFacts | null, { key: _key, additional, ...after }: Listed): ListedFacts {
  return {
    ...before,
    ...after,
    ...(before?.email !== undefined && { email: before.email }),
    facts: { ...before?.facts, ...after.facts },
    additional: {
      ...before?.additional,
      ...Object.fromEntries(Object.entries(additional).map(([name, json]) => [storable(name), json])),
    },
  }
}

/** Whoever gets a place is drawn, once for all. */
export function newPlace({ campaign, list }: Pick<Into, 'campaign' | 'list'>, kept: KeptLine): PlaceDraft {
  const { key, line, cells, person, problem = null, text } = kept
  const place = { key, list, line, cells, problem, was: null }
  const nobody = { person: null, email: null, content: null, pattern: null, unit: null, control: false }
  if (!person) return { ...place, text: storable(text), ...nobody }
  const unit = unitOf({ email: person.email, domain: person.facts.domain })
  const control = isInControl(campaign.id, unit, campaign.control)
  const made = { content: newId(), pattern: newPattern(), unit, control }
  return { ...place, text: null, person: mergeListed(null, person), email: person.email ?? null, ...made }
}
