import { domainToUnicode } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { parseEmail } from '../base/words/addresses.ts'

/** A line of a list that invites nobody, as it is stored. */
interface UnusableLine {
  campaign: string
  key: string
  cells: string
  text: string
}

/**
 * The lines that invite nobody and have a person's address, or the full name and no valid address: with one, they are about
 * somebody else of that name.
 */
export async function findLinesOf(
  db: Database,
  organization: string,
  { emailKey, names }: { emailKey: string | null; names: readonly string[] },
): Promise<Pick<UnusableLine, 'campaign' | 'key'>[]> {
  const addresses = emailKey === null ? [] : [emailKey, unicodeOf(emailKey)]
  const fullNames = names.map(wordsOf).filter((name) => name.includes(' '))
  if (addresses.length + fullNames.length === 0) return []
  const { rows } = await sql<UnusableLine>`
    SELECT campaign, key, cells, text FROM place
    WHERE organization = ${organization} AND text IS NOT NULL
      AND (${sql.join([...addresses, ...fullNames].map(mayHave), sql` OR `)})`.execute(db)
  return rows.filter(
    ({ cells, text }) =>
      addresses.some((address) => hasAddress(text, address)) ||
      (!hasValidAddress(text) && fullNames.some((name) => hasName(cells, text, name))),
  )
}

function unicodeOf(emailKey: string): string {
  const [local, domain = ''] = emailKey.split('@')
  return `${local}@${domainToUnicode(domain)}`
}

/** The database may know no other letters than ASCII: it finds the lines that have these parts. */
function mayHave(text: string): RawBuilder<unknown> {
  const parts = text.match(/[a-z0-9]+/g) ?? []
  return sql`(${sql.join([sql`true`, ...parts.map((part) => sql`strpos(lower(text), ${part}) > 0`)], sql` AND `)})`
}

/** Whether a text has an address, and not as a part of a longer one: `ann@` is not in `joann@`. */
function hasAddress(text: string, address: string): boolean {
  const parts = text.normalize('NFC').toLowerCase().split(address)
  return parts
    .slice(1)
    .some(
      (behind, at) => !/[\p{L}\p{N}._%+-]$/u.test(parts[at] ?? '') && !/^(\.?[\p{L}\p{N}]|-)/u.test(behind),
    )
}

function hasValidAddress(text: string): boolean {
  return text.split(/[\s<>"',;:|()[\]]+/).some((piece) => {
    try {
      return parseEmail(piece.replace(/[.!?]+$/, '')).key !== ''
    } catch {
      return false
    }
  })
}

/** Whether a full name is a cell, or the cells of one and the next, also with the last name first. */
function hasName(cells: string, text: string, name: string): boolean {
  const split = (JSON.parse(cells) as string[]).filter((cell) => cell.trim())
  const written = split.length > 0 ? split : text.split(/[,;|\t\n]/)
  const words = name.split(' ')
  const spellings = [
    name,
    ...words.slice(1).map((_, at) => [...words.slice(at + 1), ...words.slice(0, at + 1)].join(' ')),
  ]
  return written.some((cell, at) =>
    spellings.some((each) => wordsOf(cell) === each || wordsOf(`${cell} ${written[at + 1] ?? ''}`) === each),
  )
}

/** The words of a name in lower case, without signs and addresses. */
function wordsOf(text: string): string {
  return text
    .replace(/<[^<>]*>?/g, ' ')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’.-]+/u)
    .filter(Boolean)
    .join(' ')
}
