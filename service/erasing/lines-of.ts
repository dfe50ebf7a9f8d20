import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import { parseEmail } from '../base/words/addresses.ts'

/**
 * The lines that invite nobody and have a person's address, or the full name and no valid address: with one, they are about
 * somebody else of that name.
 */
export async function findLinesOf(
  db: Database,
  organization: string,
  { emailKey, names }: { emailKey: string | null; names: readonly string[] },
): Promise<{ campaign: string; key: string }[]> {
  const spellings = new Set(names.map(wordsOf).flatMap(spellingsOf))
  const local = emailKey?.split('@')[0]
  const hints = [...spellings, ...(local ? [local] : [])].map(asciiPartOf)
  const { rows } = await sql<{ campaign: string; key: string; cells: string; text: string }>`
    SELECT campaign, key, cells, text FROM place WHERE organization = ${organization} AND text IS NOT NULL
      AND EXISTS (SELECT FROM unnest(${hints}::text[]) AS hint WHERE strpos(lower(text), hint) > 0)`.execute(
    db,
  )
  return rows.filter(({ cells, text }) => {
    const addresses = addressesIn(text)
    return addresses.length > 0 ? addresses.includes(emailKey ?? '') : hasName(cells, text, spellings)
  })
}

/** The database may know no other letters than ASCII. */
function asciiPartOf(text: string): string {
  const parts = text.match(/[a-z0-9]+/g) ?? []
  return parts.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** The valid addresses in a text, as their keys. */
function addressesIn(text: string): string[] {
  return text.split(/[\s<>"',;:|()[\]]+/).flatMap((piece) => {
    try {
      return [parseEmail(piece.replace(/[.!?]+$/, '')).key]
    } catch {
      return []
    }
  })
}

/** A full name as it is, and with the last name first; none for a single word. */
function spellingsOf(name: string): string[] {
  const words = name.split(' ')
  return words.length < 2 ? [] : words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
}

/** Whether a name is a cell, or the cells of one and the next. */
function hasName(cells: string, text: string, spellings: ReadonlySet<string>): boolean {
  const split = (JSON.parse(cells) as string[]).filter((cell) => cell.trim())
  const written = split.length > 0 ? split : text.split(/[,;|\t\n]/)
  return written.some((cell, at) =>
    [cell, `${cell} ${written[at + 1] ?? ''}`].some((each) => spellings.has(wordsOf(each))),
  )
}

/** The words of a name in lower case, without signs and addresses. */
function wordsOf(text: string): string {
  const words = text
    .replace(/<[^<>]*>?/g, ' ')
    .normalize('NFC')
    .toLowerCase()
  return words
    .split(/[^\p{L}\p{N}'’.-]+/u)
    .filter(Boolean)
    .join(' ')
}
