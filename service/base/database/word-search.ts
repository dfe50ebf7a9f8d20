import { type RawBuilder, sql } from 'kysely'

/** SQL: whether name, company, e-mail address or domain of a prospect have words that begin so. By index. */
export function hasWords(prospect: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const of = sql`prospect_words(${prospect}.name, ${prospect}.company, ${prospect}.email, ${prospect}.domain)`
  return sql<boolean>`(${of} @@ ${queryOf(words)})`
}

/** SQL: the same for name and company alone, for which there is no index. */
export function nameHasWords(words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(prospect_words(name, company, NULL, NULL) @@ ${queryOf(words)})`
}

function queryOf(words: readonly string[]): RawBuilder<unknown> {
  return sql`to_tsquery('pg_catalog.simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}
