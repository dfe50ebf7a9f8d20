import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A setting that is created once: of any number of processes that do so at once, all get the same value. */
export async function ensureSetting(db: Database, name: string, make: () => string): Promise<string> {
  const kept = await findSetting(db, name)
  if (kept !== undefined) return kept
  const { rows } = await sql<{ value: string }>`
    INSERT INTO setting (name, value) VALUES (${name}, ${make()})
    ON CONFLICT (name) DO UPDATE SET value = setting.value RETURNING value`.execute(db)
  return rows[0]?.value ?? ''
}

/** The value of a setting; undefined where there is none. */
export async function findSetting(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`SELECT value FROM setting WHERE name = ${name}`.execute(db)
  return rows[0]?.value
}

/** Sets a setting to another value. */
export async function writeSetting(db: Database, name: string, value: string): Promise<void> {
  await sql`
    INSERT INTO setting (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db)
}
