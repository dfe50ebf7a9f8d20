import { sql } from 'kysely'
import type { Database } from '../../base/database/database.ts'
import type { CampaignKey } from '../sql.ts'

/** An item of a record whose picture does not exist. */
export interface MissingPictureTable {
  organization: string
  content: string
  /** Position in the template, and in the record. */
  item: number
  position: number
  campaign: string
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    missing_picture: MissingPictureTable
  }
}

/** A missing picture of one record. */
export type MissingPicture = Pick<MissingPictureTable, 'content' | 'item' | 'position'>

/** Replaces the missing pictures of these records; those of a deleted record are left out. */
export async function setMissingPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
  contents: string[],
  missing: MissingPicture[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      DELETE FROM missing_picture
      WHERE organization = ${organization} AND content = ANY (${contents})`.execute(trx)
    if (missing.length === 0) return
    await sql`
      INSERT INTO missing_picture (organization, content, item, position, campaign)
      SELECT ${organization}, c.id, item, position, ${campaign}
      FROM unnest(${missing.map(({ content }) => content)}::text[], ${missing.map(({ item }) => item)}::integer[],
        ${missing.map(({ position }) => position)}::integer[]) AS picture (content, item, position)
      JOIN content c ON c.organization = ${organization} AND c.id = picture.content`.execute(trx)
  })
}

/** Whether a campaign has any missing picture. */
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

/** For one item of the template: how many people lack its picture, and some of the records. */
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

/** An item of an open campaign whose picture some people lack. */
export interface BrokenPictureRow {
  campaign: string
  name: string
  template: string
  people: number
  /** JSON text of the content of one of the records, and the position of the picture in it. */
  content: string
  position: number
}

/** The missing pictures of open campaigns, those that most people lack first. */
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
