import { type Kysely, sql } from 'kysely'

/** Characters that stand between words: addresses and domains are found by their parts. */
const between = '@.,;:_+-/\\\'"()[]{}<>|&!?#%=*~^$`'

/**
 * Indexes of the lists of prospects: newest first, those of a company newest first, and by the words of name, company,
 * e-mail address and domain. `prospectWords` of `prospect-list.ts` is the function's call.
 */
export async function indexProspectLists(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void> {
  const concurrently = sql.raw(kind === 'postgres' ? 'CONCURRENTLY' : '')
  await sql`
    CREATE OR REPLACE FUNCTION prospect_words(name text, company text, email text, domain text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS ${sql.lit(`SELECT to_tsvector('pg_catalog.simple'::regconfig, translate(
      coalesce(name, '') || ' ' || coalesce(company, '') || ' ' || coalesce(email, '') || ' ' || coalesce(domain, ''),
      '${between.replaceAll("'", "''")}', '${' '.repeat(between.length)}'))`)}`.execute(db)
  for (const [name, columns] of Object.entries(indexes)) {
    // One that was interrupted is there, and not valid.
    await sql`DROP INDEX IF EXISTS ${sql.ref(name)}`.execute(db)
    await sql`CREATE INDEX ${concurrently} ${sql.ref(name)} ON prospect ${sql.raw(columns)}`.execute(db)
  }
}

const indexes = {
  prospect_newest: '(organization, created_at, id)',
  prospect_domain_newest: '(organization, domain, created_at, id)',
  prospect_words: 'USING gin (prospect_words(name, company, email, domain))',
}
