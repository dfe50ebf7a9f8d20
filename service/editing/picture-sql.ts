import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/** A picture, and its media type. */
export interface Picture {
  type: string
  bytes: Uint8Array
}

/** Stores a picture, once. False if the organization has `most` others. */
export async function storePicture(
  db: Database,
  { organization, hash, type, bytes }: Picture & { organization: string; hash: string },
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO picture (organization, hash, type, bytes)
    SELECT ${organization}, ${hash}, ${type}, ${bytes}::bytea
    WHERE (SELECT count(*) FROM picture WHERE organization = ${organization} AND hash <> ${hash}) < ${most}
    ON CONFLICT (organization, hash) DO UPDATE SET type = excluded.type`.execute(db)
  return numAffectedRows === 1n
}

/** The picture of this hash, whichever organization has it. */
export async function findPicture(db: Database, hash: string): Promise<Picture | undefined> {
  const { rows } = await sql<Picture>`SELECT type, bytes FROM picture WHERE hash = ${hash}`.execute(db)
  return rows[0]
}
