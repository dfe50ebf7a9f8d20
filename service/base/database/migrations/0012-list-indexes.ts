import { type Kysely, sql } from 'kysely'

/**
 * Indexes of lists over a million records, and of retention. The figures that a list is sorted by change with every
 * visit: an index of them would be written each time. So each has a rank, which the database keeps by itself and which
 * changes with every sixtieth part that a figure grows: within a rank there is little to sort. A figure of up to 60 has a
 * rank of its own.
 */
export async function indexLists(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void> {
  const concurrently = sql.raw(kind === 'postgres' ? 'CONCURRENTLY' : '')
  const ranks = ranked.map(
    (figure) => `ADD COLUMN IF NOT EXISTS ${figure}_rank integer
      GENERATED ALWAYS AS (floor(64 * ln(1 + ${figure}))::integer) STORED`,
  )
  await sql`ALTER TABLE tally ${sql.raw(ranks.join(', '))}`.execute(db)
  for (const [name, on] of Object.entries(indexes)) {
    // One that was interrupted is there, and not valid.
    await sql`DROP INDEX IF EXISTS ${sql.ref(name)}`.execute(db)
    await sql`CREATE INDEX ${concurrently} ${sql.ref(name)} ON ${sql.raw(on)}`.execute(db)
  }
}

const ranked = ['visits', 'views', 'clicks', 'ms']

const indexes = {
  visit_touched: 'visit (touched)',
  content_template: 'content (organization, template, id)',
  content_created: 'content (organization, created_at, id)',
  prospect_label: `prospect (organization, (lower(coalesce(nullif(name, ''), nullif(company, ''), email, domain, ''))))`,
  ...Object.fromEntries(
    ranked.map((figure) => [`tally_${figure}`, `tally (organization, ${figure}_rank, content)`]),
  ),
}
