import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { parseEmail } from '../base/words/email.ts'
import { withoutTrailing } from '../base/words/without-trailing.ts'

/** A line of a list that invites nobody, as it is stored. */
interface UnusableLineRow {
  campaign: string
  key: string
  cells: string
  text: string
}

/**
 * The lines that invite nobody and have one of the names. A line whose own address is valid is left out: it is about
 * somebody else of that name.
 */
export async function findLinesNaming(
  db: Database,
  organization: string,
  names: readonly string[],
): Promise<UnusableLineRow[]> {
  const found: UnusableLineRow[] = []
  for (const words of new Set(names.map(plain).filter((name) => name.includes(' ')))) {
    const hasWords = sql.join(
      words.split(' ').map((word) => hasWord(word)),
      sql` AND `,
    )
    const { rows } = await sql<UnusableLineRow>`
      SELECT campaign, key, cells, text FROM place
      WHERE organization = ${organization} AND text IS NOT NULL AND ${hasWords}`.execute(db)
    found.push(...rows.filter((row) => isAbout(row, words)))
  }
  return found
}

/** The lines that invite nobody and have an address, however it is spelled. */
export async function findLinesOfAddress(
  db: Database,
  organization: string,
  emailKey: string,
): Promise<UnusableLineRow[]> {
  // The database knows neither punycode nor letters beyond ASCII: it finds the lines that may have it.
  const runs = emailKey.slice(0, emailKey.lastIndexOf('@')).match(/[a-z0-9]+/g) ?? []
  const visible = sql`lower(regexp_replace(text, ${invisible.source}, '', 'g'))`
  const isCandidate = ['@', ...runs].map((part) => sql`strpos(${visible}, ${part}) > 0`)
  const { rows } = await sql<UnusableLineRow>`
    SELECT campaign, key, cells, text FROM place
    WHERE organization = ${organization} AND text IS NOT NULL AND ${sql.join(isCandidate, sql` AND `)}`.execute(
    db,
  )
  return rows.filter(({ text }) => addressKeys(text).has(emailKey) || isWithin(text, emailKey))
}

/** Whether a line has a word, also where `lower` of the database only knows ASCII. */
function hasWord(word: string) {
  const [first = '', ...rest] = word
  const spellings = [word, word.toUpperCase(), first.toUpperCase() + rest.join('')]
  return sql`(strpos(lower(text), ${word}) > 0 OR ${sql.join(
    spellings.map((spelling) => sql`strpos(text, ${spelling}) > 0`),
    sql` OR `,
  )})`
}

/**
 * Whether a line has the full name, and no valid address. The name is in one cell, `Jane Doe` or `Doe, Jane`, or its two
 * parts are in cells of their own.
 */
function isAbout({ cells, text }: Pick<UnusableLineRow, 'cells' | 'text'>, name: string): boolean {
  if (addressKeys(text).size > 0) return false
  const written = new Set(cellsOf(cells, text).map(plain))
  if (written.has(name)) return true
  const words = name.split(' ')
  return words.slice(1).some((_, at) => {
    const first = words.slice(0, at + 1).join(' ')
    const last = words.slice(at + 1).join(' ')
    const isSplit = written.has(first) && written.has(last)
    return isSplit || written.has(`${last}, ${first}`) || written.has(`${last},${first}`)
  })
}

/** The cells of a line; of one that could not be split, what is between its separators. */
function cellsOf(cells: string, text: string): string[] {
  const split = JSON.parse(cells) as string[]
  return split.some((cell) => cell.trim()) ? split : text.split(/[,;|\t"{}:\n]/)
}

/** A name in lower case, each run of blanks as one, without an address in angle brackets. */
function plain(text: string): string {
  return text
    .replace(/<[^<>]*>?/g, ' ')
    .replace(invisible, '')
    .replaceAll('"', '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
}

/** Signs that nobody sees, which come along where a text is copied from a page: blanks without width, soft hyphens, directions. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

/** What is between addresses in a line. An apostrophe may be in one. */
const separators = /[\s<>"“”„«»,;:|()[\]{}\\]+/

/** What may stand directly before an address, and directly behind it. */
const openingQuotes = /^['‘’`]+/
const endMarks = "'‘’`.!?…*"

/** The keys of the addresses in a line, however they are spelled. */
function addressKeys(text: string): Set<string> {
  const pieces = text.replace(invisible, '').split(separators)
  return new Set(
    pieces
      .filter((piece) => piece.includes('@'))
      .map((piece) => withoutTrailing(piece.replace(openingQuotes, ''), endMarks))
      // A parameter of an address of the web, too.
      .flatMap((piece) => [piece, piece.slice(piece.lastIndexOf('=') + 1)])
      .flatMap((piece) => keyOf(piece) ?? []),
  )
}

/** Whether a line has an address as its key is spelled, and not as a part of a longer one: `ann@` is not in `joann@`. */
function isWithin(text: string, emailKey: string): boolean {
  const parts = text.replace(invisible, '').toLowerCase().split(emailKey)
  return parts
    .slice(1)
    .some(
      (behind, at) => !/[\p{L}\p{N}._%+'-]$/u.test(parts[at] ?? '') && !/^(\.?[\p{L}\p{N}]|-)/u.test(behind),
    )
}

/** The key of an address; undefined if it is none. */
function keyOf(piece: string): string | undefined {
  try {
    return parseEmail(piece).key
  } catch {
    return undefined
  }
}
