import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'

/** A content record and the person that it is for, for the body of a notice. */
export interface RecordPerson {
  content: string
  pattern: string
  template: string
  language: string
  goal: string | null
  prospect: string
  email: string | null
  name: string | null
  company: string | null
  /** JSON: what else is known of the person. */
  additional: string | null
  campaign: string | null
  campaignName: string | null
  /** JSON: the `utm_` values of the campaign's links. */
  utm: string | null
}

/** Reads a content record and its person; undefined where it is gone. */
export async function findRecordPerson(
  db: Database,
  organization: string,
  content: string,
): Promise<RecordPerson | undefined> {
  const { rows } = await sql<RecordPerson>`
    SELECT c.id AS content, c.pattern, c.template, c.language, c.goal, p.id AS prospect, p.email, p.name, p.company,
      p.additional, m.id AS campaign, m.name AS "campaignName", m.utm
    FROM content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = c.organization AND m.id = c.campaign AND m.status <> 'deleted'
    WHERE c.organization = ${organization} AND c.id = ${content}`.execute(db)
  return rows[0]
}
