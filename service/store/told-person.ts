import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Whom a content record is for, as far as it is known. */
export interface ToldPerson {
  content: string
  pattern: string
  template: string
  language: string
  goal: string | null
  prospect: string
  email: string | null
  name: string | null
  company: string | null
  campaign: string | null
  campaignName: string | null
}

/** Reads what is told of a content record; undefined where it is gone. */
export async function findToldPerson(
  db: Database,
  organization: string,
  content: string,
): Promise<ToldPerson | undefined> {
  const { rows } = await sql<ToldPerson>`
    SELECT c.id AS content, c.pattern, c.template, c.language, c.goal, p.id AS prospect, p.email, p.name, p.company,
      m.id AS campaign, m.name AS "campaignName"
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE c.organization = ${organization} AND c.id = ${content}`.execute(db)
  return rows[0]
}
