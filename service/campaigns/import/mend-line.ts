import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import { DomainError } from '../../base/words/errors.ts'
import { storable } from '../../base/words/prospect.ts'
import type { ListColumn } from '../../prospects/lists/list-column.ts'
import { BadLine, readListedPerson } from '../../prospects/lists/person.ts'
import { type MendedFields, mendedFields } from '../campaign.ts'
import { type Meanings, readMeanings, titleOfLabel } from '../column-labels.ts'
import {
  type CampaignKey,
  type CampaignRow,
  enqueueCampaignWork,
  lockCampaign,
  throwUnknownCampaign,
} from '../sql.ts'
import {
  addLine,
  addListColumns,
  deletePlaces,
  findPlaces,
  type ImportedLine,
  writePlaces,
} from './place-drafts-sql.ts'

/** A line of a campaign's lists. */
export interface LineNumber {
  /** The header is line 1. */
  line: number
  /** The number of the list in the campaign, from 1. Default: the latest that has such a line. */
  list?: number | undefined
}

/** A line that cannot be used, as it is stored. */
interface UnusableLine {
  key: string
  list: number
  line: number
  cells: string[]
}

/**
 * Mends a line that could not be used: the person is who the line says, but for these fields, which replace its own: a place
 * with a link, or what is new of somebody who has a place. Returns the key of the place. Throws `invalid-field` where it still
 * cannot be used, and `not-found`. Wake the workers.
 */
export async function mendLine(
  db: Database,
  key: CampaignKey,
  which: LineNumber,
  fields: MendedFields,
): Promise<string> {
  return transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    if (!campaign || campaign.status === 'deleted') return throwUnknownCampaign()
    const was = (await findUnusableLine(trx, key, which)) ?? throwUnknownLine()
    const { mended, meanings } = mend(was, campaign, fields)
    const columns = await addListColumns(trx, key, campaign, { lines: [mended], meanings })
    const places = await findPlaces(trx, key, [mended.key])
    addLine(places, columns, mended, { list: was.list, campaign, understood: new Set() })
    await deletePlaces(trx, key, [was.key])
    await writePlaces(
      trx,
      key,
      [...places.values()].map((place) => ({ ...place, was: was.key })),
    )
    await enqueueCampaignWork(trx, key)
    return mended.key
  })
}

/** Sets a line aside that cannot be used: it leaves every file and count. Throws `not-found`. */
export async function putLineAside(db: Database, key: CampaignKey, which: LineNumber): Promise<void> {
  await transact(db, async (trx) => {
    const campaign = await lockCampaign(trx, key)
    const found = campaign && (await findUnusableLine(trx, key, which))
    await deletePlaces(trx, key, [found?.key ?? throwUnknownLine()])
  })
}

/** Finds a line that cannot be used by its number: in one list, else in the latest list that has such a line. */
async function findUnusableLine(
  trx: Database,
  { organization, campaign }: CampaignKey,
  { line, list }: LineNumber,
): Promise<UnusableLine | undefined> {
  const row = await trx
    .selectFrom('place')
    .select(['key', 'list', 'line', 'cells'])
    .where((is) => is.and({ organization, campaign, line, ...(list !== undefined && { list }) }))
    .where('text', 'is not', null)
    .orderBy('list', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, cells: JSON.parse(row.cells) as string[] }
}

function throwUnknownLine(): never {
  throw new DomainError('not-found', 'The campaign has no line of this number that cannot be used.')
}

/** What the columns of a line say of the fields that can be mended. */
export function saidOf(cells: readonly string[], campaign: ColumnsOfCampaign): MendedFields {
  const said: MendedFields = {}
  const parts: { firstName?: string; lastName?: string } = {}
  for (const { text, column } of readCells(cells, campaign)) {
    const { meaning } = column
    const field = mendedFields.find((each) => each === meaning)
    if (field) said[field] ??= text
    else if (meaning === 'firstName' || meaning === 'lastName') parts[meaning] ??= text
  }
  const name = [parts.firstName, parts.lastName].filter(Boolean).join(' ')
  return { ...(name && { name }), ...said }
}

type ColumnsOfCampaign = Pick<CampaignRow, 'columns' | 'column_meanings'>

interface LabelledCell {
  label: string
  text: string
  column: ListColumn
}

/** The cells of a line that are not blank, with what their columns were taken for. */
function readCells(cells: readonly string[], campaign: ColumnsOfCampaign): LabelledCell[] {
  const meanings = readMeanings(campaign)
  const labels = JSON.parse(campaign.columns) as string[]
  return labels.flatMap((label, at) => {
    const text = cells[at]?.trim() ?? ''
    const meant = meanings[label]
    return text && meant ? [{ label, text, column: { title: titleOfLabel(label), ...meant } }] : []
  })
}

function mend(
  { key: lineKey, line, cells }: UnusableLine,
  campaign: CampaignRow,
  fields: MendedFields,
): { mended: ImportedLine; meanings: Meanings } {
  const said = mendedFields.flatMap((field) => {
    const value = fields[field]
    return value === undefined ? [] : [{ field, text: storable(value).trim() }]
  })
  const isSaid = (meaning: string | undefined) => said.some(({ field }) => field === meaning)
  const before = readCells(cells, campaign)
  const kept = before.filter(({ column: { meaning } }) => !isSaid(meaning))
  const fresh = said.map(({ field, text }) => {
    const label = labelFor(field, before, campaign)
    return { label, text, column: { title: titleOfLabel(label), meaning: field, key: field } }
  })
  const all = [...kept, ...fresh]
  const person = readPerson(all)
  return {
    mended: {
      key: person.key,
      lineKey,
      line,
      text: '',
      cells: new Map(all.map((cell) => [cell.label, cell.text])),
      person,
    },
    meanings: Object.fromEntries(
      fresh.map(({ label, column: { meaning, key } }) => [
        label,
        readMeanings(campaign)[label] ?? { meaning, key },
      ]),
    ),
  }
}

/** Reads the person of a line. Errors name the fields of the request, not the titles of the list's columns. */
function readPerson(cells: readonly LabelledCell[]) {
  const columns = cells.map(({ column }) => ({ ...column, title: column.meaning ?? column.title }))
  try {
    return readListedPerson(
      cells.map(({ text }) => text),
      columns,
    )
  } catch (error) {
    if (!(error instanceof BadLine)) throw error
    const isOfField = columns.some(({ title }) => error.message.startsWith(`${title}: `))
    throw new DomainError('invalid-field', isOfField ? `${error.message}.` : `The line ${error.message}.`)
  }
}

/** The column in which a field goes out: the line's own, else another of that meaning, else a new one. */
function labelFor(
  field: (typeof mendedFields)[number],
  cells: readonly LabelledCell[],
  campaign: CampaignRow,
): string {
  const own = cells.find(({ column }) => column.meaning === field)
  if (own) return own.label
  const meanings = readMeanings(campaign)
  const labels = JSON.parse(campaign.columns) as string[]
  const known = labels.findLast((label) => meanings[label]?.meaning === field)
  if (known !== undefined) return known
  return labels.includes(field) ? `${field} (mended)` : field
}
