import { type Kysely, sql } from 'kysely'

/**
 * Templates that organizations store, with their versions; and of a content record which version it was made from, its
 * gaps, its goal, how often it was made anew, and what its events count by where that changed what it measures.
 *
 * `template` has the last sound text of each file; these are the organizations' own.
 */
export async function createTemplateTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE stored_template (
      organization text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, version integer NOT NULL,
      deleted boolean NOT NULL, updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, name))`.execute(db)
  await sql`
    CREATE TABLE template_version (
      organization text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, version integer NOT NULL,
      source text COLLATE "C" NOT NULL, user_name text NOT NULL, created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, name, version))`.execute(db)
  await sql`
    ALTER TABLE content ADD COLUMN template_version integer, ADD COLUMN gaps text COLLATE "C", ADD COLUMN goal text,
      ADD COLUMN revision integer NOT NULL DEFAULT 0, ADD COLUMN measured text COLLATE "C"`.execute(db)
}

/** Which records were made from a version: those versions stay. */
export async function indexTemplateVersions(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void> {
  const concurrently = sql.raw(kind === 'postgres' ? 'CONCURRENTLY' : '')
  await sql`DROP INDEX IF EXISTS content_template_version`.execute(db)
  await sql`
    CREATE INDEX ${concurrently} content_template_version ON content (organization, template, template_version)
    WHERE template_version IS NOT NULL`.execute(db)
}
