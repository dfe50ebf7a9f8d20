import { findEmail, registrableDomain } from '../../base/words/addresses.ts'
import { businessDomain } from '../names/mail.ts'
import { addressIn, areLanguages, looksLikeAddress } from './cells.ts'
import type { ColumnMeaning } from './titles.ts'

/** The first rows of a list, their cells in the order of its columns. */
export type Sample = readonly (readonly string[])[]

/** A column with its cells in the first rows. */
export interface Cells {
  at: number
  title: string
  cells: string[]
  filled: string[]
}

export function cellsOf(header: readonly string[], sample: Sample): Cells[] {
  return header.map((title, at) => {
    const cells = sample.map((row) => row[at]?.trim() ?? '')
    return { at, title: title.trim(), cells, filled: cells.filter((cell) => cell !== '') }
  })
}

/** Of the cells that are filled, how many must look like it, and of all cells, how many must be filled. */
const mostCells = 0.6
const enoughCells = 0.3
/** From so many filled cells on, repetition says something. */
const fewCells = 4

/**
 * Knows columns by what is in them: the `free` ones; those that are `vague` only by addresses. One that could be two things,
 * or one of two that could be the same, is not guessed. Returns them beside what was known.
 */
export function knowByContents(
  free: readonly Cells[],
  vague: readonly Cells[],
  known: ReadonlyMap<ColumnMeaning, Cells>,
): Map<ColumnMeaning, Cells> {
  const found = new Map(known)
  const rest = () => free.filter((column) => ![...found.values()].includes(column))
  const take = (meaning: ColumnMeaning, column: Cells | undefined) => {
    if (column && !found.has(meaning)) found.set(meaning, column)
  }
  const none = free[0]?.cells.map(() => '') ?? []
  if (!found.has('email')) take('email', addressColumn([...free, ...vague]))
  const addresses = found.get('email')?.cells.map(addressIn) ?? none
  take('domain', siteColumn(rest(), addresses))
  take('linkedin', only(rest().filter(areProfiles)))
  take('language', only(rest().filter(({ filled }) => filled.length > 0 && areLanguages(filled))))
  const sites = found.get('domain')?.cells ?? none
  const domains = addresses.map(
    (address, row) => businessDomain(address) ?? registrableDomain(sites[row] ?? ''),
  )
  for (const [meaning, column] of namesIn(rest(), found, addresses, domains)) take(meaning, column)
  take(
    'company',
    best(rest(), (column) => shareOf(column, domains, isCompanyOf)),
  )
  return found
}

function isAddress(cell: string): boolean {
  const address = addressIn(cell)
  return looksLikeAddress(address) && findEmail(address) !== undefined
}

/** Whether a cell is a web site, and no profile at LinkedIn. */
export const isSite = (cell: string) =>
  cell.includes('.') && !isProfile(cell) && registrableDomain(cell) !== undefined

const isProfile = (cell: string) => /linkedin\.com\/(in|pub|company)\//i.test(cell)

/** Whether most cells that are filled are pages at LinkedIn. */
export const areProfiles = (column: Cells) => isMostly(column, isProfile)

/** Addresses that come again and again are those of colleagues. Of two columns, the one whose title speaks of mail. */
function addressColumn(columns: readonly Cells[]): Cells | undefined {
  const own = columns.filter(
    (column) =>
      column.filled.length >= enoughCells * column.cells.length &&
      isMostly(column, isAddress) &&
      !isOfOthers(column.title) &&
      !isRepeated(column.filled),
  )
  return only(own) ?? only(own.filter(({ title }) => /mail/i.test(title)))
}

/** Whether a title speaks of somebody else than the person, such as `Contact owner`. */
export function isOfOthers(title: string): boolean {
  return /owner|assist|manager|parent|referr|created|modified|besitzer|betreuer/i.test(title)
}

/** The titles of the columns that have addresses in them. */
export function titlesOfAddresses(header: readonly string[], sample: Sample): string[] {
  const columns = cellsOf(header, sample).filter((column) => isMostly(column, isAddress))
  return columns.map(({ title }) => title)
}

/** Beside addresses the sites that agree with them, else many sites: one site again and again is not whom it is about. */
function siteColumn(columns: readonly Cells[], addresses: readonly string[]): Cells | undefined {
  const all = columns.filter((column) => isMostly(column, isSite))
  if (addresses.every((address) => address === ''))
    return only(all) ?? only(all.filter(({ title }) => /web|site|url|domain|homepage/i.test(title)))
  const domains = addresses.map(businessDomain)
  const agrees = (cell: string, domain: string) => registrableDomain(cell) === domain
  const isOfMany = ({ filled }: Cells) =>
    filled.length >= fewCells && !isRepeated(filled.map((cell) => registrableDomain(cell) ?? ''))
  return best(all, (column) => shareOf(column, domains, agrees)) ?? only(all.filter(isOfMany))
}

/** Names are in the addresses: in one column, or in two with a word each. Without addresses, the only names are taken. */
function namesIn(
  columns: readonly Cells[],
  known: ReadonlyMap<ColumnMeaning, Cells>,
  addresses: readonly string[],
  domains: readonly (string | undefined)[],
): [ColumnMeaning, Cells | undefined][] {
  if (known.has('name')) return []
  const named = columns.filter((column) => isMostly(column, isNameLike))
  const whole = named.filter(({ filled }) => filled.join(' ').split(/\s+/).length >= 1.5 * filled.length)
  const parts = named.filter((column) => !whole.includes(column))
  const hasPart = known.has('firstName') || known.has('lastName')
  if (addresses.every((address) => address === '')) {
    const isOfPeople = (column: Cells) =>
      !isRepeated(column.filled) && shareOf(column, domains, isCompanyOf) === 0
    return hasPart ? [] : [['name', only(whole.filter(isOfPeople))]]
  }
  const shareOfNames = (column: Cells) => shareOf(column, addresses, isNameIn)
  const name = hasPart ? undefined : best(whole, shareOfNames)
  if (name) return [['name', name]]
  const first = best(parts, (column) => shareOf(column, addresses, beginsLocal))
  const last = best(
    parts.filter((column) => column !== first),
    shareOfNames,
  )
  // Half a name would stand for the whole one.
  const isBoth = (first || known.has('firstName')) && (last || known.has('lastName'))
  return isBoth
    ? [
        ['firstName', first],
        ['lastName', last],
      ]
    : []
}

const isNameLike = (cell: string) => cell.length <= 60 && /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(cell)

function isNameIn(cell: string, address: string): boolean {
  const local = lettersOf(address.split('@')[0] ?? '').join()
  const words = cell.split(/[\s-]+/).flatMap(lettersOf)
  return words.some((letters) => letters.length > 2 && local.includes(letters))
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

function isMostly({ filled }: Cells, is: (cell: string) => boolean): boolean {
  return filled.length > 0 && filled.filter(is).length >= mostCells * filled.length
}

function isRepeated(cells: readonly string[]): boolean {
  return cells.length >= fewCells && new Set(cells.map((cell) => cell.toLowerCase())).size <= cells.length / 2
}

function shareOf(
  { cells }: Cells,
  others: readonly (string | undefined)[],
  agrees: (cell: string, other: string) => boolean,
): number {
  const both = cells.flatMap((cell, row) => (cell && others[row] ? [agrees(cell, others[row])] : []))
  return both.length === 0 ? 0 : both.filter(Boolean).length / both.length
}

function best(columns: readonly Cells[], share: (column: Cells) => number): Cells | undefined {
  const shares = columns.map((column) => ({ column, share: share(column) }))
  const [first] = shares.sort((one, other) => other.share - one.share)
  return first && first.share >= 0.5 ? first.column : undefined
}

function only<Each>(all: readonly Each[]): Each | undefined {
  return all.length === 1 ? all[0] : undefined
}
