import { type Kysely, sql } from 'kysely'

/** Tokens, prospects, content records, jobs and settings. The organization is in every key. */
export async function createFoundation(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE token (
      id text PRIMARY KEY, organization text NOT NULL, user_name text NOT NULL, hash text NOT NULL UNIQUE,
      created_at timestamptz(3) NOT NULL DEFAULT now(), expires_at timestamptz(3), revoked_at timestamptz(3))`.execute(
    db,
  )
  await sql`
    CREATE TABLE prospect (
      organization text NOT NULL, id text NOT NULL, status text NOT NULL,
      email text, email_key text, additional text,
      linkedin text, name text, company text, role text, industry text, domain text, profile text,
      test boolean NOT NULL, created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, id), UNIQUE (organization, email_key, test))`.execute(db)
  await sql`CREATE INDEX prospect_domain ON prospect (organization, domain)`.execute(db)
  await sql`
    CREATE TABLE content (
      organization text NOT NULL, id text NOT NULL, pattern text NOT NULL UNIQUE, user_name text NOT NULL,
      prospect text NOT NULL, template text NOT NULL, status text NOT NULL, language text NOT NULL,
      content text NOT NULL, analytics text NOT NULL, callback text, test boolean NOT NULL,
      created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (organization, id))`.execute(db)
  await sql`CREATE INDEX content_prospect ON content (organization, prospect)`.execute(db)
  await sql`
    CREATE TABLE job (
      organization text NOT NULL, kind text NOT NULL, subject text NOT NULL, run_at timestamptz NOT NULL,
      attempt integer NOT NULL DEFAULT 0, lease text, leased_until timestamptz,
      PRIMARY KEY (organization, kind, subject))`.execute(db)
  await sql`CREATE INDEX job_due ON job (kind, run_at)`.execute(db)
  await sql`CREATE INDEX job_lease ON job (lease) WHERE lease IS NOT NULL`.execute(db)
  await sql`CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL)`.execute(db)
}
