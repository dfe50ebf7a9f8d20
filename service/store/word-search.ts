import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Of the newest prospects so many tell which words are frequent. */
const sampled = 200
/** A word of more than so many of them is frequent. */
const manyOfSampled = 20

/** Of other letters it depends on the database's locale which is the lower-case one. */
const isAscii = /^[a-z0-9]+$/

const wordsOf = (prospect: RawBuilder<unknown>) =>
  sql`prospect_words(${prospect}.name, ${prospect}.company, ${prospect}.email, ${prospect}.domain)`

const queryOf = (words: readonly string[]) =>
  sql`to_tsquery('pg_catalog.simple', ${words.map((word) => `${word}:*`).join(' & ')})`

/** Whether a prospect, in SQL, has words that begin so: name, company, e-mail address and domain. By index. */
export function hasWords(prospect: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(${wordsOf(prospect)} @@ ${queryOf(words)})`
}

/**
 * The same for a prospect that is at hand, without the index. To split the text into words takes most of the time, so only that of texts
 * is split in which the letters of all words are found.
 */
export function hasWordsAtHand(prospect: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const columns = ['name', 'company', 'email', 'domain'].map((column) => sql`${prospect}.${sql.ref(column)}`)
  const text = sql`lower(concat_ws(' ', ${sql.join(columns)}))`
  const letters = words.filter((word) => isAscii.test(word)).map((word) => sql`strpos(${text}, ${word}) > 0`)
  return sql<boolean>`(${sql.join([...letters, hasWords(prospect, words)], sql` AND `)})`
}

/** Whether name and company alone have them. No index is of that. */
export function nameHasWords(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(prospect_words(name, company, NULL, NULL) @@ ${queryOf(words)})`
}

/**
 * The same as `hasWords` for a search through all prospects. What begins frequent words (`company`, of a million) costs the index half a
 * second, so it is asked for the rare ones, and what it finds is looked at for the others.
 *
 * @param frequent those of the words that are, see `findFrequentWords`
 */
export function hasRareWords(
  prospect: RawBuilder<unknown>,
  words: readonly string[],
  frequent: ReadonlySet<string>,
): RawBuilder<boolean> {
  const rare = words.filter((word) => !frequent.has(word))
  if (rare.length === 0 || frequent.size === 0) return hasWords(prospect, words)
  // With an empty text at its end it is no longer what the index is of.
  const others = sql`(${wordsOf(prospect)} || ''::tsvector) @@ ${queryOf([...frequent])}`
  return sql<boolean>`(${hasWords(prospect, rare)} AND ${others})`
}

/** Those of the words that many of the organization's newest prospects have. */
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
