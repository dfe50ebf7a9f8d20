import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Defaulted } from '../base/database/sql.ts'
import type { PageQuery } from '../base/http/list-page.ts'
import { newId } from '../base/words/ids.ts'
import type { AssistantAct } from './operations.ts'

declare module '../base/database/schema.ts' {
  interface Schema {
    /** What assistants changed: ids, and nothing that anybody said. */
    assistant_act: Record<'organization' | 'id' | 'user_name' | 'tool', string> &
      Record<'prospect' | 'content' | 'campaign' | 'template' | 'item', string | null> & {
        version: number | null
        at: Defaulted<Date>
      }
  }
}

/** What a call of a tool concerned. */
export type Concerned = Omit<AssistantAct, 'id' | 'at'>

export async function insertAct(
  db: Database,
  organization: string,
  { user, tool, ...concerned }: Concerned,
): Promise<void> {
  await db
    .insertInto('assistant_act')
    .values({ organization, id: newId(), user_name: user, tool, ...concerned })
    .execute()
}

const dayMs = 86_400_000

/** A page of the acts of an organization, the latest first. */
export async function listActs(
  db: Database,
  organization: string,
  { limit, after: [time, id] = [String(Date.now() + dayMs), ''] }: PageQuery,
): Promise<AssistantAct[]> {
  const { rows } = await sql<Concerned & { id: string; at: Date }>`
    SELECT id, at, user_name AS "user", tool, prospect, content, item, campaign, template, version
    FROM assistant_act
    WHERE organization = ${organization} AND (at, id) < (${new Date(Number(time))}, ${id})
    ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows.map(({ at, ...row }) => {
    const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    return { ...(known as Concerned & { id: string }), at: at.toISOString() }
  })
}

/** Deletes acts older than 90 days. Returns how many. */
export async function deleteOldActs(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM assistant_act WHERE at < now() - interval '90 days'`.execute(db)
  return Number(numAffectedRows)
}
