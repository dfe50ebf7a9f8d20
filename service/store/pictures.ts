import { sql } from 'kysely'
import type { CampaignKey } from './campaigns.ts'
import type { Database } from './database.ts'
import { enqueueAnew } from './jobs.ts'

/** What was asked for of a campaign, by its hash: an address may name a person. */
export interface PictureTable {
  organization: string
  campaign: string
  hash: string
  found: boolean
}

/** An item of a record whose picture does not exist. */
export interface MissingPictureTable {
  organization: string
  content: string
  /** Position in the template, and in the record. */
  item: number
  position: number
  campaign: string
}

declare module './schema.ts' {
  interface Schema {
    picture: PictureTable
    missing_picture: MissingPictureTable
  }
}

/** A picture that does not exist, in one record. */
export type MissingPicture = Pick<MissingPictureTable, 'content' | 'item' | 'position'>

/**
 * Enqueues that a campaign's pictures are looked at, in the caller's transaction; where somebody does so now, it begins
 * once more.
 */
export async function enqueuePictures(trx: Database, { organization, campaign }: CampaignKey): Promise<void> {
  await enqueueAnew(trx, { organization, kind: 'pictures', subject: campaign })
}

/** Enqueues it for the campaigns of records that are made anew, and forgets which of their pictures were missing. */
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

/** What was missing is asked for once more: it may be there by now. */
async function forgetMissing(trx: Database, { organization, campaign }: CampaignKey): Promise<void> {
  await trx
    .deleteFrom('picture')
    .where((is) => is.and({ organization, campaign, found: false }))
    .execute()
}

/** Whether records of a campaign are being made, or made anew: their pictures are not known yet. */
export async function areRecordsUnderWay(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 WHERE EXISTS (
      SELECT 1 FROM content WHERE organization = ${organization} AND campaign = ${campaign} AND campaign IS NOT NULL
        AND status <> 'completed')
    OR EXISTS (
      SELECT 1 FROM job JOIN content c ON c.organization = job.organization AND c.id = job.subject
      WHERE job.organization = ${organization} AND job.kind = 'regenerate' AND c.campaign = ${campaign})`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a campaign has work left: people to be invited, or pictures to be looked at. */
export async function isCampaignBusy(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM job WHERE organization = ${organization} AND subject = ${campaign}
      AND kind IN ('campaign', 'pictures')`.execute(db)
  return rows.length > 0
}

/** Whether each picture that was asked for exists, by its hash. */
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

/** Keeps what was found. */
export async function keepPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
  found: ReadonlyMap<string, boolean>,
): Promise<void> {
  await sql`
    INSERT INTO picture (organization, campaign, hash, found)
    SELECT ${organization}, ${campaign}, hash, found
    FROM unnest(${[...found.keys()]}::text[], ${[...found.values()]}::boolean[]) AS answer (hash, found)
    ON CONFLICT (organization, campaign, hash) DO UPDATE SET found = excluded.found`.execute(db)
}

/** Sets which pictures of these records are missing; those of a record that is gone are left out. */
export async function setMissingPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
  contents: string[],
  missing: MissingPicture[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      DELETE FROM missing_picture WHERE organization = ${organization} AND content = ANY (${contents})`.execute(
      trx,
    )
    if (missing.length === 0) return
    await sql`
      INSERT INTO missing_picture (organization, content, item, position, campaign)
      SELECT ${organization}, c.id, item, position, ${campaign}
      FROM unnest(${missing.map(({ content }) => content)}::text[], ${missing.map(({ item }) => item)}::integer[],
        ${missing.map(({ position }) => position)}::integer[]) AS picture (content, item, position)
      JOIN content c ON c.organization = ${organization} AND c.id = picture.content`.execute(trx)
  })
}

/** Whether any picture of a campaign is noted as missing. */
export async function hasMissingPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<boolean> {
  const row = await db
    .selectFrom('missing_picture')
    .select('item')
    .where((is) => is.and({ organization, campaign }))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Of one item of the template: for how many people its picture is missing, and some of the records. */
export interface MissingRow {
  item: number
  people: number
  examples: MissingExample[]
}

export interface MissingExample {
  /** Address or name; '' where neither is known. */
  person: string
  /** JSON text of ContentItem[]. */
  content: string
  position: number
}

const mostExamples = 5

/** The missing pictures of a campaign, by item. */
export async function groupMissingPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<MissingRow[]> {
  const { rows } = await sql<MissingExample & { item: number; people: number }>`
    SELECT m.item, m.people, m.position, c.content, coalesce(l.email, p.name, '') AS person FROM (
      SELECT item, position, content, count(*) OVER (PARTITION BY item) AS people,
        row_number() OVER (PARTITION BY item ORDER BY content) AS number
      FROM missing_picture WHERE organization = ${organization} AND campaign = ${campaign}) AS m
    JOIN content c ON c.organization = ${organization} AND c.id = m.content COLLATE "default"
    LEFT JOIN place l ON l.organization = ${organization} AND l.content = m.content
    LEFT JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    WHERE m.number <= ${sql.lit(mostExamples)} ORDER BY m.item, m.number`.execute(db)
  const byItem = Map.groupBy(rows, ({ item }) => item)
  return [...byItem].map(([item, all]) => ({
    item,
    people: all[0]?.people ?? 0,
    examples: all.map(({ person, content, position }) => ({ person, content, position })),
  }))
}

/** An item of an open campaign whose picture does not exist for some people. */
export interface BrokenPictureRow {
  campaign: string
  name: string
  template: string
  people: number
  /** JSON text of the content of one of the records, and where in it the picture is. */
  content: string
  position: number
}

/** Pictures of open campaigns that do not exist, those that most people miss first. */
export async function listMissingPictures(db: Database, organization: string): Promise<BrokenPictureRow[]> {
  const { rows } = await sql<BrokenPictureRow>`
    SELECT m.campaign, m.name, m.template, m.people, m.position, c.content FROM (
      SELECT p.campaign, k.name, k.template, count(*) AS people, min(p.content) AS content,
        (array_agg(p.position ORDER BY p.content))[1] AS position
      FROM missing_picture p
      JOIN campaign k ON k.organization = p.organization AND k.id = p.campaign AND k.status = 'open'
      WHERE p.organization = ${organization}
      GROUP BY p.campaign, k.name, k.template, p.item ORDER BY count(*) DESC LIMIT 20) AS m
    JOIN content c ON c.organization = ${organization} AND c.id = m.content COLLATE "default"
    ORDER BY m.people DESC`.execute(db)
  return rows
}
