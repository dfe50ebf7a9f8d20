import { type Kysely, sql } from 'kysely'

/** Which host a job reaches, and each organization's jobs by when they are due, so that both take turns. */
export async function addJobHosts(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE job ADD COLUMN host text COLLATE "C" NOT NULL DEFAULT ''`.execute(db)
  await sql`CREATE INDEX job_turn ON job (kind, organization, run_at)`.execute(db)
}
