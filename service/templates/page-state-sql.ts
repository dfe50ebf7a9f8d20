import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Timestamp } from '../base/database/sql.ts'
import type { PageState } from './page-state.ts'

/** What is known of the pages of templates. */
interface PageStateTable {
  organization: string
  template: string
  /** Version of the template that was looked for; 0 of a file. */
  version: number
  /** When the latest check began. */
  checked_at: Timestamp
  /** JSON text of PageState. */
  state: string
}

declare module '../base/database/schema.ts' {
  interface Schema {
    page_state: PageStateTable
  }
}

/** The page of a template. */
export interface TemplateKey {
  organization: string
  template: string
}

/** Reads what is known of the page of a template. */
export async function findPageState(db: Database, key: TemplateKey): Promise<PageState | undefined> {
  const row = await db
    .selectFrom('page_state')
    .select('state')
    .where((is) => is.and({ ...key }))
    .executeTakeFirst()
  return row && (JSON.parse(row.state) as PageState)
}

/** Keeps what a check found. False, and nothing is kept, if a check that began later was faster. */
export async function keepPageState(db: Database, key: TemplateKey, state: PageState): Promise<boolean> {
  const values = {
    version: state.version,
    checked_at: new Date(state.checkedAt),
    state: JSON.stringify(state),
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('page_state')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['organization', 'template'])
        .doUpdateSet(values)
        .where('page_state.checked_at', '<=', values.checked_at),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether a template is stored in the version that was looked for, or is a file of which records were made. */
const isInUse = sql`(
  EXISTS (
    SELECT 1 FROM stored_template t
    WHERE t.organization = s.organization AND t.name = s.template AND NOT t.deleted AND t.version = s.version)
  OR (s.version = 0 AND NOT EXISTS (
    SELECT 1 FROM stored_template t WHERE t.organization = s.organization AND t.name = s.template AND NOT t.deleted)
    AND EXISTS (SELECT 1 FROM content c WHERE c.organization = s.organization AND c.template = s.template)))`

/** The pages of an organization's templates that are in use. */
export async function listPageStates(
  db: Database,
  organization: string,
): Promise<(PageState & { template: string })[]> {
  const { rows } = await sql<{ template: string; state: string }>`
    SELECT s.template, s.state FROM page_state s
    WHERE s.organization = ${organization} AND ${isInUse}
    ORDER BY s.template`.execute(db)
  return rows.map(({ template, state }) => ({ template, ...(JSON.parse(state) as PageState) }))
}

/**
 * Templates whose page was last asked before then, or never: the stored ones, and files of which records were made. The one
 * that was asked longest ago comes first.
 */
export async function listPagesDue(db: Database, checkedBefore: Date): Promise<TemplateKey[]> {
  const { rows } = await sql<TemplateKey>`
    WITH named AS (
      SELECT DISTINCT organization, template COLLATE "C" AS template FROM content
      UNION SELECT organization, name FROM stored_template WHERE NOT deleted
    )
    SELECT n.organization, n.template FROM named n
    LEFT JOIN page_state s ON s.organization = n.organization AND s.template = n.template
    WHERE s.checked_at IS NULL OR s.checked_at < ${checkedBefore}
    ORDER BY s.checked_at NULLS FIRST, n.organization, n.template`.execute(db)
  return rows
}

/** Forgets the page of a template that is gone. */
export async function forgetPageState(db: Database, key: TemplateKey): Promise<void> {
  await db
    .deleteFrom('page_state')
    .where((is) => is.and({ ...key }))
    .execute()
}
