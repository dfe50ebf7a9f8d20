import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** How many of the newest prospects are sampled to find frequent words. */
const sampled = 200
/** A word that more of them have is frequent. */
const manyOfSampled = 20

/** For other letters, lower case depends on the database's locale. */
const isAscii = /^[a-z0-9]+$/

const wordsOf = (prospect: RawBuilder<unknown>) =>
  sql`prospect_words(${prospect}.name, ${prospect}.company, ${prospect}.email, ${prospect}.domain)`

const queryOf = (words: readonly string[]) =>
  sql`to_tsquery('pg_catalog.simple', ${words.map((word) => `${word}:*`).join(' & ')})`

/** SQL: whether name, company, e-mail address or domain of a prospect have words that begin so. By index. */
export function hasWords(prospect: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${wordsOf(prospect)} @@ ${queryOf(words)})`
}

/**
 * The same for a prospect that is already read, without the index. Splitting a text into words takes most of the time,
 * so only texts are split in which the letters of all words are found.
 */
export function hasWordsAtHand(prospect: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const columns = ['name', 'company', 'email', 'domain'].map((column) => sql`${prospect}.${sql.ref(column)}`)
  const text = sql`lower(concat_ws(' ', ${sql.join(columns)}))`
  const letters = words.filter((word) => isAscii.test(word)).map((word) => sql`strpos(${text}, ${word}) > 0`)
  return sql<boolean>`(${sql.join([...letters, hasWords(prospect, words)], sql` AND `)})`
}

/** SQL: the same for name and company alone, for which there is no index. */
export function nameHasWords(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(prospect_words(name, company, NULL, NULL) @@ ${queryOf(words)})`
}

/**
 * The same as `hasWords` for a search through all prospects. A frequent word (`company`, of a million prospects) takes
 * the index half a second, so only the rare ones are looked up there, and its results are filtered by the others.
 *
 * @param frequent the frequent ones of the words: see `findFrequentWords`
 */
export function hasRareWords(
  prospect: RawBuilder<unknown>,
  words: readonly string[],
  frequent: ReadonlySet<string>,
): RawBuilder<boolean> {
  const rare = words.filter((word) => !frequent.has(word))
  if (rare.length === 0 || frequent.size === 0) return hasWords(prospect, words)
  // Concatenating an empty vector keeps PostgreSQL from using the index for this part.
  const others = sql`(${wordsOf(prospect)} || ''::tsvector) @@ ${queryOf([...frequent])}`
  return sql<boolean>`(${hasWords(prospect, rare)} AND ${others})`
}

/** The words that many of the organization's newest prospects have. */
export async function findFrequentWords(
  db: Database,
  organization: string,
  words: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    WITH newest AS MATERIALIZED (
      SELECT ${wordsOf(sql`p`)} AS words FROM prospect p WHERE organization = ${organization}
      ORDER BY created_at DESC, id DESC LIMIT ${sampled})
    SELECT word FROM unnest(${[...new Set(words)]}::text[]) AS asked(word), newest
    WHERE newest.words @@ to_tsquery('pg_catalog.simple', word || ':*')
    GROUP BY word HAVING count(*) > ${manyOfSampled}`.execute(db)
  return new Set(rows.map(({ word }) => word))
}
