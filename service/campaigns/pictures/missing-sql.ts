import { sql } from 'kysely'
import type { Defaulted } from '../../base/database/columns.ts'
import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import type { CampaignKey } from '../sql.ts'

/** An item of a record whose picture does not exist. */
interface MissingPictureTable {
  organization: string
  content: string
  /** Position in the template, and in the record. */
  item: number
  position: number
  campaign: string
  /** Its address. */
  url: Defaulted<string>
}

declare module '../../base/database/schema.ts' {
  interface Schema {
    missing_picture: MissingPictureTable
  }
}

/** A missing picture of one record. */
type MissingPicture = Pick<MissingPictureTable, 'content' | 'item' | 'position'> & { url: string }

/** Replaces the missing pictures of these records; those of a deleted record are left out. */
export async function setMissingPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
  contents: string[],
  missing: MissingPicture[],
): Promise<void> {
  await transact(db, async (trx) => {
    await sql`
      DELETE FROM missing_picture
      WHERE organization = ${organization} AND content = ANY (${contents})`.execute(trx)
    if (missing.length === 0) return
    await sql`
      INSERT INTO missing_picture (organization, content, item, position, campaign, url)
      SELECT ${organization}, c.id, item, position, ${campaign}, url
      FROM unnest(${missing.map(({ content }) => content)}::text[], ${missing.map(({ item }) => item)}::integer[],
        ${missing.map(({ position }) => position)}::integer[], ${missing.map(({ url }) => url)}::text[])
        AS picture (content, item, position, url)
      JOIN content c ON c.organization = ${organization} AND c.id = picture.content FOR KEY SHARE OF c`.execute(
      trx,
    )
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

/** For one item of the template: how many people lack its picture, and which pictures they are. */
export interface MissingRow {
  item: number
  people: number
  /** How many different pictures are missing. */
  pictures: number
  /** Those that most people lack first. */
  examples: MissingExample[]
}

interface MissingExample {
  url: string
  /** How many people lack this one. */
  people: number
  /** Address or name of one of them; '' if neither is known. */
  person: string
}

const mostExamples = 5

/** The missing pictures of a campaign, by item. */
export async function groupMissingPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<MissingRow[]> {
  const { rows } = await sql<MissingExample & { item: number; all: number; pictures: number }>`
    SELECT m.item, m.url, m.people, m.all, m.pictures, coalesce(l.email, p.name, '') AS person FROM (
      SELECT item, url, count(*) AS people, min(content) AS content, sum(count(*)) OVER (PARTITION BY item) AS all,
        count(*) OVER (PARTITION BY item) AS pictures,
        row_number() OVER (PARTITION BY item ORDER BY count(*) DESC, url) AS number
      FROM missing_picture WHERE organization = ${organization} AND campaign = ${campaign}
      GROUP BY item, url) AS m
    JOIN content c ON c.organization = ${organization} AND c.id = m.content
    LEFT JOIN place l ON l.organization = ${organization} AND l.made = m.content
    LEFT JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    WHERE m.number <= ${sql.lit(mostExamples)} ORDER BY m.item, m.number`.execute(db)
  const byItem = Map.groupBy(rows, ({ item }) => item)
  return [...byItem].map(([item, examples]) => ({
    item,
    people: Number(examples[0]?.all ?? 0),
    pictures: examples[0]?.pictures ?? 0,
    examples: examples.map(({ url, people, person }) => ({ url, people, person })),
  }))
}

/** How many people of an industry lack the picture of an item. */
export interface MissingIndustryRow {
  item: number
  industry: string
  people: number
}

/** The people who lack a picture, by item and industry. */
export async function groupMissingIndustries(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<MissingIndustryRow[]> {
  const { rows } = await sql<MissingIndustryRow>`
    SELECT m.item, p.industry, count(DISTINCT m.content) AS people
    FROM missing_picture m
    JOIN content c ON c.organization = m.organization AND c.id = m.content
    JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    WHERE m.organization = ${organization} AND m.campaign = ${campaign} AND p.industry <> ''
    GROUP BY m.item, p.industry`.execute(db)
  return rows
}

/** A picture that people of an open campaign lack. */
interface BrokenPictureRow {
  campaign: string
  name: string
  template: string
  url: string
  people: number
}

const mostPictures = 20

/** The missing pictures of open campaigns, those that most people lack first, and how many more there are. */
export async function listMissingPictures(
  db: Database,
  organization: string,
): Promise<{ pictures: BrokenPictureRow[]; more: number }> {
  const { rows } = await sql<BrokenPictureRow & { all: number }>`
    SELECT p.campaign, k.name, k.template, p.url, count(DISTINCT p.content) AS people, count(*) OVER () AS all
    FROM missing_picture p
    JOIN campaign k ON k.organization = p.organization AND k.id = p.campaign AND k.status = 'open'
    WHERE p.organization = ${organization}
    GROUP BY p.campaign, k.name, k.template, p.url
    ORDER BY count(DISTINCT p.content) DESC, p.url LIMIT ${sql.lit(mostPictures)}`.execute(db)
  const pictures = rows.map(({ all: _, ...picture }) => picture)
  return { pictures, more: (rows[0]?.all ?? 0) - pictures.length }
}
