import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import { inPages } from '../../base/database/in-pages.ts'
import { enqueueOrRestart } from '../../base/jobs/sql.ts'
import type { CampaignKey } from '../sql.ts'

/** Whether the pictures of a campaign exist, by the hash of the address, which may name a person. */
interface PictureTable {
  organization: string
  campaign: string
  hash: string
  found: boolean
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    picture: PictureTable
  }
}

/**
 * Enqueues the check of a campaign's pictures, in the caller's transaction. One that is under way starts over.
 */
export async function enqueuePictures(trx: Database, { organization, campaign }: CampaignKey): Promise<void> {
  await enqueueOrRestart(trx, { organization, kind: 'pictures', subject: campaign })
}

/** Enqueues it for the campaigns of records that are regenerated, and forgets which of their pictures were missing. */
export async function enqueuePicturesOf(
  trx: Database,
  organization: string,
  contents: string[],
): Promise<void> {
  const { rows } = await sql<{ campaign: string }>`
    SELECT DISTINCT campaign FROM content
    WHERE organization = ${organization} AND id = ANY (${contents}) AND campaign IS NOT NULL`.execute(trx)
  for (const { campaign } of rows) {
    await forgetMissing(trx, { organization, campaign })
    await enqueuePictures(trx, { organization, campaign })
  }
}

/** Missing pictures are requested again, because they may exist by now. */
async function forgetMissing(trx: Database, { organization, campaign }: CampaignKey): Promise<void> {
  await trx
    .deleteFrom('picture')
    .where((is) => is.and({ organization, campaign, found: false }))
    .execute()
}

/** Whether each picture that was requested exists, by its hash. */
export async function findPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('picture')
    .select(['hash', 'found'])
    .where((is) => is.and({ organization, campaign }))
    .execute()
  return new Map(rows.map(({ hash, found }) => [hash, found]))
}

/** Stores whether pictures exist, by their hashes; nothing for a campaign that is gone. */
export async function keepPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
  found: ReadonlyMap<string, boolean>,
): Promise<void> {
  await sql`
    INSERT INTO picture (organization, campaign, hash, found)
    SELECT ${organization}, ${campaign}, hash, found
    FROM unnest(${[...found.keys()]}::text[], ${[...found.values()]}::boolean[]) AS answer (hash, found)
    WHERE EXISTS (SELECT 1 FROM campaign WHERE organization = ${organization} AND id = ${campaign} FOR KEY SHARE)
    ON CONFLICT (organization, campaign, hash) DO UPDATE SET found = excluded.found`.execute(db)
}

const contentsAtOnce = 500

/** The content of a campaign's completed records, in pages; that of test prospects is left out. */
export function contentsOfCampaign(
  db: Database,
  { organization, campaign }: CampaignKey,
): AsyncGenerator<{ id: string; content: string }[]> {
  return inPages(contentsAtOnce, async (last) => {
    const { rows } = await sql<{ id: string; content: string }>`
      SELECT id, content FROM content
      WHERE organization = ${organization} AND campaign = ${campaign} AND campaign IS NOT NULL
        AND id > ${last?.id ?? ''} AND status = 'completed' AND NOT test
      ORDER BY id LIMIT ${contentsAtOnce}`.execute(db)
    return rows
  })
}
