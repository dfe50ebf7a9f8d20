import { parseEmail, registrableDomain } from '../../base/words/addresses.ts'
import { businessDomain } from '../names/company-domain.ts'
import { addressIn, looksLikeAddress } from './addresses.ts'
import { areLanguages } from './languages.ts'
import type { ColumnMeaning } from './titles.ts'

/** The first rows of a list, their cells in the order of its columns. */
export type Sample = readonly (readonly string[])[]

/** The columns whose titles say nothing, and what the others were taken for. */
interface Untold {
  header: readonly string[]
  sample: Sample
  /** Positions of the columns that may be guessed. */
  free: readonly number[]
  /** Positions of those that only an address may make something else of what their titles say. */
  vague: readonly number[]
  /** Where what is known stands. */
  known: ReadonlyMap<ColumnMeaning, number>
}

/** Of the cells that are filled, how many must look like it, and of all cells, how many must be filled. */
const mostCells = 0.6
const enoughCells = 0.3
/** From so many filled cells on, repetition says something. */
const fewCells = 4

/**
 * Knows columns by what is in them: addresses, sites, profiles, languages, and, beside an address or a site, names and
 * companies. A column that could be two things, or one of two that could be the same, is not guessed.
 */
export function knowByContents(untold: Untold): Map<number, ColumnMeaning> {
  const found = new Map<number, ColumnMeaning>()
  const known = new Map(untold.known)
  const rest = () => columnsAt(untold, untold.free).filter(({ at }) => !found.has(at))
  const take = (meaning: ColumnMeaning, column: Column | undefined) => {
    if (!column || known.has(meaning)) return
    found.set(column.at, meaning)
    known.set(meaning, column.at)
  }
  take('email', addressColumn(untold, known))
  const addresses = cellsAt(untold, known.get('email')).map(addressIn)
  take('domain', siteColumn(rest(), addresses))
  take('linkedin', only(rest().filter(({ filled }) => isMostly(filled, isProfile))))
  take('language', only(rest().filter(({ filled }) => areLanguages(filled))))
  const sites = cellsAt(untold, known.get('domain'))
  const domains = addresses.map(
    (address, row) => businessDomain(address) ?? registrableDomain(sites[row] ?? ''),
  )
  takeNames(rest(), { addresses, domains, known, take })
  take(
    'company',
    best(rest(), (column) => shareOf(column, domains, isCompanyOf)),
  )
  return found
}

interface Column {
  at: number
  title: string
  /** A cell for each row, trimmed. */
  cells: string[]
  filled: string[]
}

function columnsAt(
  { header, sample }: Pick<Untold, 'header' | 'sample'>,
  positions: readonly number[],
): Column[] {
  return positions.map((at) => {
    const cells = sample.map((row) => row[at]?.trim() ?? '')
    return { at, title: header[at] ?? '', cells, filled: cells.filter((cell) => cell !== '') }
  })
}

function cellsAt({ sample }: Untold, at: number | undefined): string[] {
  return sample.map((row) => (at === undefined ? '' : (row[at]?.trim() ?? '')))
}

function isAddress(cell: string): boolean {
  const address = addressIn(cell)
  try {
    return looksLikeAddress(address) && parseEmail(address) !== undefined
  } catch {
    return false
  }
}

/** Whether a cell is a web site, and no profile at LinkedIn. */
export const isSite = (cell: string) =>
  cell.includes('.') && !isProfile(cell) && registrableDomain(cell) !== undefined

/** Whether most cells that are filled are pages at LinkedIn. */
export function areProfiles(cells: readonly string[]): boolean {
  return isMostly(
    cells.filter((cell) => cell.trim() !== ''),
    isProfile,
  )
}

const isProfile = (cell: string) => /linkedin\.com\/(in|pub|company)\//i.test(cell)

/**
 * The column of the addresses. Addresses that come again and again are those of colleagues. Of two columns, the one whose
 * title speaks of mail, else the one whose addresses do not repeat.
 */
function addressColumn(untold: Untold, known: ReadonlyMap<ColumnMeaning, number>): Column | undefined {
  if (known.has('email')) return undefined
  const all = columnsAt(untold, [...untold.free, ...untold.vague]).filter(
    ({ cells, filled }) => filled.length >= enoughCells * cells.length && isMostly(filled, isAddress),
  )
  const own = all.filter(({ title, filled }) => !isOfOthers(title) && !isRepeated(filled))
  return only(own) ?? only(own.filter(({ title }) => /mail/i.test(title)))
}

/** Whether a title speaks of somebody else than the person, such as `Contact owner`. */
export function isOfOthers(title: string): boolean {
  return /owner|assist|manager|parent|referr|created|modified|besitzer|betreuer/i.test(title)
}

/** The titles of the columns that have addresses in them. */
export function titlesOfAddresses(header: readonly string[], sample: Sample): string[] {
  const columns = columnsAt({ header, sample }, [...header.keys()])
  return columns.filter(({ filled }) => isMostly(filled, isAddress)).map(({ title }) => title)
}

/**
 * The column of the web sites: beside addresses the one that agrees with them, or one of many sites. One site again and
 * again is where something is kept, not whom it is about.
 */
function siteColumn(columns: readonly Column[], addresses: readonly string[]): Column | undefined {
  const all = columns.filter(({ filled }) => isMostly(filled, isSite))
  if (addresses.every((address) => address === '')) return only(all) ?? only(all.filter(isTitledSite))
  const domains = addresses.map(businessDomain)
  const agreeing = best(all, (column) =>
    shareOf(column, domains, (cell, domain) => registrableDomain(cell) === domain),
  )
  const sitesOf = ({ filled }: Column) => filled.map((cell) => registrableDomain(cell) ?? '')
  return (
    agreeing ?? only(all.filter((column) => column.filled.length >= fewCells && !isRepeated(sitesOf(column))))
  )
}

const isTitledSite = ({ title }: Column) => /web|site|url|domain|homepage/i.test(title)

interface NameClues {
  addresses: readonly string[]
  domains: readonly (string | undefined)[]
  known: ReadonlyMap<ColumnMeaning, number>
  take(meaning: ColumnMeaning, column: Column | undefined): void
}

/**
 * Names are in the addresses: one column with several words, or two with one word each. Without addresses, the one column
 * of names that is not named like the site.
 */
function takeNames(columns: readonly Column[], { addresses, domains, known, take }: NameClues): void {
  if (known.has('name')) return
  const named = columns.filter(({ filled }) => isMostly(filled, isNameLike))
  const whole = named.filter(({ filled }) => wordsOf(filled) >= 1.5 * filled.length)
  const parts = named.filter((column) => !whole.includes(column))
  const hasPart = known.has('firstName') || known.has('lastName')
  if (!addresses.some((address) => address !== '')) {
    const people = whole.filter(
      (column) => !isRepeated(column.filled) && shareOf(column, domains, isCompanyOf) === 0,
    )
    if (!hasPart) take('name', only(people))
    return
  }
  const shareOfNames = (column: Column) => shareOf(column, addresses, isNameIn)
  const name = best(whole, shareOfNames)
  if (name && !hasPart) {
    take('name', name)
    return
  }
  const first = best(parts, (column) => shareOf(column, addresses, beginsLocal))
  const last = best(
    parts.filter((column) => column !== first),
    shareOfNames,
  )
  // Half a name would stand for the whole one.
  if ((first || known.has('firstName')) && (last || known.has('lastName'))) {
    take('firstName', first)
    take('lastName', last)
  }
}

const isNameLike = (cell: string) => cell.length <= 60 && /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(cell)

function wordsOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split(/\s+/).length, 0)
}

/** Whether a word of a name is in the local part of the address. */
function isNameIn(cell: string, address: string): boolean {
  const local = lettersOf(address.split('@')[0] ?? '').join()
  return cell
    .split(/[\s-]+/)
    .some((word) => lettersOf(word).some((letters) => letters.length > 2 && local.includes(letters)))
}

function beginsLocal(cell: string, address: string): boolean {
  const [local = ''] = lettersOf(address)
  return lettersOf(cell).some((letters) => letters.length > 1 && local.startsWith(letters))
}

/** Whether a company is called as its domain is: its first word begins the domain, or all of it has the domain in it. */
function isCompanyOf(cell: string, domain: string): boolean {
  if (cell.length > 60 || isAddress(cell) || isSite(cell)) return false
  const [label = ''] = lettersOf(domain.split('.')[0] ?? '')
  const firsts = lettersOf(cell.split(/[\s&-]+/)[0] ?? '')
  return (
    firsts.some((first) => first.length > 2 && label.startsWith(first)) ||
    lettersOf(cell).some((all) => label.length > 2 && all.includes(label) && label.length >= 0.4 * all.length)
  )
}

/** The letters of a text without accents, as both `muller` and `mueller`. */
function lettersOf(text: string): string[] {
  const plain = (from: string) => from.normalize('NFD').replace(/[^\p{L}\p{N}@]/gu, '')
  const lower = text.normalize('NFC').toLowerCase().replaceAll('ß', 'ss')
  const long = lower.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  return [...new Set([plain(lower), plain(long)])]
}

function isMostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length >= mostCells * cells.length
}

function isRepeated(cells: readonly string[]): boolean {
  return cells.length >= fewCells && new Set(cells.map((cell) => cell.toLowerCase())).size <= cells.length / 2
}

/** The share of rows in which a cell agrees with what else is known of its row, of those that have both. */
function shareOf(
  { cells }: Column,
  others: readonly (string | undefined)[],
  agrees: (cell: string, other: string) => boolean,
): number {
  const both = cells.flatMap((cell, row) => (cell && others[row] ? [agrees(cell, others[row])] : []))
  return both.length === 0 ? 0 : both.filter(Boolean).length / both.length
}

/** The column with the largest share, if that is half of its rows. */
function best(columns: readonly Column[], share: (column: Column) => number): Column | undefined {
  const shares = columns.map((column) => ({ column, share: share(column) }))
  const [first] = shares.sort((one, other) => other.share - one.share)
  return first && first.share >= 0.5 ? first.column : undefined
}

function only<Each>(all: readonly Each[]): Each | undefined {
  return all.length === 1 ? all[0] : undefined
}
