import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import { DomainError, invalidField } from '../../base/words/errors.ts'
import { storable } from '../../base/words/prospect.ts'
import { BadLine, type ListedPerson, readListedPerson } from '../../prospects/lists/person.ts'
import { type MendedFields, mendedFields } from '../campaign.ts'
import { listPlaces } from '../people/sql.ts'
import { type CampaignColumn, type CampaignKey, enqueueCampaignWork, lockKnownCampaign } from '../sql.ts'
import { addColumns, newPlace } from './keep-lines.ts'
import { deletePlaces, findUnusableLine, type UnusableLine, writePlaces } from './sql.ts'

/** A line of a campaign's lists. */
export interface LineNumber {
  /** The header is line 1. */
  line: number
  /** The number of the list in the campaign, from 1. Default: the latest that has such a line. */
  list?: number | undefined
}

/**
 * Mends a line that could not be used: the person is who the line says, but for these fields, which replace its own. Returns the
 * key of their place. Throws `invalid-field` where it still cannot be used, or is of a person who has a place already, and
 * `not-found`. Wake the workers.
 */
export async function mendLine(db: Database, key: CampaignKey, which: LineNumber, fields: MendedFields) {
  return transact(db, async (trx) => {
    const campaign = await lockKnownCampaign(trx, key)
    const was = (await findUnusableLine(trx, key, which)) ?? throwUnknownLine()
    const { cells, columns: own } = mend(was, campaign.columns, fields)
    const person = readPerson(cells, own)
    const [taken] = await listPlaces(trx, key, { key: person.key, sort: 'line', descending: false, limit: 1 })
    if (taken) {
      const whose = `${taken.name ?? taken.email} has this address already: correct it, or skip this line.`
      throw invalidField(whose)
    }
    await addColumns(trx, key, campaign, own)
    const kept = { key: person.key, lineKey: was.key, line: was.line, text: '', cells, person }
    await deletePlaces(trx, key, [was.key])
    await writePlaces(trx, key, [{ ...newPlace({ campaign, list: was.list }, kept), was: was.key }])
    await enqueueCampaignWork(trx, key)
    return person.key
  })
}

/** Sets a line aside that cannot be used: it leaves every file and count. Throws `not-found`. */
export async function putLineAside(db: Database, key: CampaignKey, which: LineNumber): Promise<void> {
  await transact(db, async (trx) => {
    await lockKnownCampaign(trx, key)
    const { key: line } = (await findUnusableLine(trx, key, which)) ?? throwUnknownLine()
    await deletePlaces(trx, key, [line])
  })
}

function throwUnknownLine(): never {
  throw new DomainError('not-found', 'The campaign has no line of this number that cannot be used.')
}

/** The cells of a line with these fields in them: each in the line's own column, else in one of that meaning, else in a new one. */
function mend(line: UnusableLine, known: CampaignColumn[], fields: MendedFields) {
  const [cells, columns] = [[...line.cells], [...known]]
  for (const field of mendedFields) {
    const value = fields[field]
    if (value === undefined) continue
    const isOf = ({ meaning }: CampaignColumn) => meaning === field
    const own = columns.findIndex((column, at) => isOf(column) && cells[at]?.trim())
    const at = [own, columns.findLastIndex(isOf), columns.length].find((index) => index >= 0) ?? 0
    columns[at] ??= newColumn(field, known)
    for (const [other, column] of columns.entries()) if (isOf(column)) cells[other] = ''
    cells[at] = storable(value).trim()
  }
  return { cells: columns.map((_, at) => cells[at] ?? ''), columns }
}

function newColumn(field: (typeof mendedFields)[number], known: CampaignColumn[]): CampaignColumn {
  const title = known.some((column) => column.title === field) ? `${field} (mended)` : field
  return { label: `1 ${title}`, title, meaning: field, key: field }
}

/** Reads the person of a line. Errors name the fields of the request, not the titles of the list's columns. */
function readPerson(cells: string[], columns: CampaignColumn[]): ListedPerson {
  const named = columns.map((column) => ({ ...column, title: column.meaning ?? column.title }))
  try {
    return readListedPerson(cells, named)
  } catch (error) {
    if (!(error instanceof BadLine)) throw error
    const isOfField = named.some(({ title }) => error.message.startsWith(`${title}: `))
    throw invalidField(isOfField ? `${error.message}.` : `The line ${error.message}.`)
  }
}
