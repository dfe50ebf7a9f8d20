import { additionalKey } from '../owner.ts'
import { looksLikeAddress } from './cells.ts'
import {
  areProfiles,
  type Cells,
  cellsOf,
  isOfOthers,
  isSite,
  knowByContents,
  type Sample,
} from './contents.ts'
import { type Corrections, type ListColumn, mergeCorrections } from './list-column.ts'
import { type ColumnMeaning, findTitle } from './titles.ts'

/** What the columns of a list are known by, besides their titles. */
export interface Clues {
  corrections?: Corrections | undefined
  remembered?: Corrections | undefined
  sample?: Sample | undefined
}

interface Claim {
  meaning: ColumnMeaning | 'ignore'
  rank: number
  by?: 'contents'
}

const ranks = { said: -1, inParts: 1000, second: 500, byContents: 2000, blank: 3000 }

/** Recognises columns by what is said of them, their titles, else their contents. Of two with one meaning, the surer has it. */
export function readColumns(
  header: readonly string[],
  { corrections, remembered, sample = [] }: Clues = {},
): ListColumn[] {
  const said = mergeCorrections(remembered, corrections)
  const all = cellsOf(header, sample)
  const claims = all.map((column) => claimOf(column, said))
  const open = all.filter(({ title }) => !said.has(title))
  const known = firstClaims(all, (column) => {
    const claim = claims[column.at]
    return claim && claim.rank < ranks.blank ? claim : undefined
  })
  const free = open.filter(({ at }) => !claims[at])
  const vague = open.filter(({ at }) => claims[at] && claims[at].meaning !== 'email')
  for (const [meaning, column] of knowByContents(free, vague, known))
    if (known.get(meaning) !== column) claims[column.at] = { meaning, rank: ranks.byContents, by: 'contents' }
  const taken = firstClaims(all, ({ at }) => claims[at])
  const last = lastNames(taken, said)
  if (last) {
    taken.delete('name')
    taken.set('lastName', last)
  }
  const keys = new Set<string>()
  return all.map((column) => {
    const claim = claims[column.at]
    const meaning =
      claim?.meaning === 'ignore' ? 'ignore' : [...taken].find(([, each]) => each === column)?.[0]
    const isRemembered = remembered?.has(column.title) && !corrections?.has(column.title)
    const by = isRemembered ? 'memory' : meaning && claim?.by
    const key = freshKey(keys, keyOf(column))
    return { title: header[column.at] ?? '', key, ...(meaning && { meaning }), ...(by && { by }) }
  })
}

function claimOf(column: Cells, said: Corrections): Claim | undefined {
  const { title, filled, cells } = column
  const corrected = said.get(title)
  if (corrected === 'additional') return undefined
  if (corrected) return { meaning: corrected, rank: ranks.said }
  const known = findTitle(title) ?? inParts(title)
  const isBlank = cells.length > 0 && filled.length === 0
  const meaning = known?.meaning === 'domain' && areProfiles(column) ? 'linkedin' : known?.meaning
  return known && meaning && { meaning, rank: known.rank + (isBlank ? ranks.blank : 0) }
}

/** `Industry (HS)`, `Company / Account` and `Person - Job title`, where all parts that are known mean the same. */
function inParts(title: string): { meaning: ColumnMeaning; rank: number } | undefined {
  if (isOfOthers(title)) return undefined
  const parts = title.replace(ofPerson, '').split(/[()[\]/:–]| - /)
  const known = parts.flatMap((part) => findTitle(part) ?? [])
  const [first] = known
  if (!first || known.some(({ meaning }) => meaning !== first.meaning)) return undefined
  const isSecond = /home|priva|person[aln]|second|other|altern/i.test(parts.slice(1).join())
  return { meaning: first.meaning, rank: ranks.inParts + first.rank + (isSecond ? ranks.second : 0) }
}

/** Pipedrive says in front of each title what it is about. */
const ofPerson = /^\s*(person|personne|persona|contact|kontakt|contacto|contatto|lead) - /i

/** `Name` beside `Vorname` is the last name, if the first is not in it too. */
function lastNames(taken: ReadonlyMap<ColumnMeaning, Cells>, said: Corrections): Cells | undefined {
  const [name, first] = [taken.get('name'), taken.get('firstName')]
  if (!name || !first || taken.has('lastName') || said.has(name.title)) return undefined
  const both = name.cells.flatMap((cell, row) => (cell && first.cells[row] ? [[cell, first.cells[row]]] : []))
  const whole = both.filter(([cell = '', part = '']) => cell.toLowerCase().includes(part.toLowerCase()))
  return both.length > 0 && whole.length < both.length / 2 ? name : undefined
}

function firstClaims(
  columns: readonly Cells[],
  claimed: (column: Cells) => Claim | undefined,
): Map<ColumnMeaning, Cells> {
  const taken = new Map<ColumnMeaning, { column: Cells; rank: number }>()
  for (const column of columns) {
    const { meaning = 'ignore', rank = 0 } = claimed(column) ?? {}
    if (meaning !== 'ignore' && rank < (taken.get(meaning)?.rank ?? Number.POSITIVE_INFINITY))
      taken.set(meaning, { column, rank })
  }
  return new Map([...taken].map(([meaning, { column }]) => [meaning, column]))
}

/** Whether the first line is no header but a person: it has an address or a site, as lines below it have. */
export function isPerson(header: readonly string[], { corrections, sample = [] }: Clues): boolean {
  const isKnown = countKnown(header) > 0
  return cellsOf(header, sample).some(({ title, filled }) => {
    if (corrections?.has(title)) return false
    if (looksLikeAddress(title)) return !isKnown || filled.some(looksLikeAddress)
    return !isKnown && isSite(title) && filled.some(isSite)
  })
}

/** How many titles of a header are known. */
export function countKnown(header: readonly string[]): number {
  return header.filter((title) => findTitle(title)).length
}

/** Whether the columns can identify people. */
export function nameSomebody(columns: readonly ListColumn[]): boolean {
  const has = (...meanings: ColumnMeaning[]) =>
    columns.some(({ meaning }) => meaning && (meanings as string[]).includes(meaning))
  return has('email') || (has('name', 'firstName', 'lastName') && has('domain'))
}

const longestKey = 100

function keyOf({ title, at }: Cells): string {
  return /[\p{L}\p{N}]/u.test(title) ? additionalKey(title).slice(0, longestKey) : `column_${at + 1}`
}

function freshKey(taken: Set<string>, key: string): string {
  let fresh = key
  for (let number = 2; taken.has(fresh); number++) fresh = `${key}_${number}`
  taken.add(fresh)
  return fresh
}
