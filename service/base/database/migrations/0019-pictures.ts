import { type Kysely, sql } from 'kysely'

/**
 * Pictures of campaigns: what was asked for, by its hash, because an address may name a person; and the items of records
 * whose picture does not exist.
 */
export async function createPictureTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE picture (
      organization text COLLATE "C" NOT NULL, campaign text COLLATE "C" NOT NULL, hash text COLLATE "C" NOT NULL,
      found boolean NOT NULL, PRIMARY KEY (organization, campaign, hash))`.execute(db)
  await sql`
    CREATE TABLE missing_picture (
      organization text COLLATE "C" NOT NULL, content text COLLATE "C" NOT NULL, item integer NOT NULL,
      position integer NOT NULL, campaign text COLLATE "C" NOT NULL,
      PRIMARY KEY (organization, content, position))`.execute(db)
  await sql`CREATE INDEX missing_picture_campaign ON missing_picture (organization, campaign, item)`.execute(
    db,
  )
}
