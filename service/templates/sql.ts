import { sql } from 'kysely'
import { endEditingOf } from '../access/editing-sessions.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { PageState } from './page-check.ts'

/** Stores the text of a valid template, so that records can be generated from it even if its file is lost or broken. */
export async function keepTemplate(db: Database, name: string, source: string): Promise<void> {
  await sql`
    INSERT INTO template (name, source) VALUES (${name}, ${source})
    ON CONFLICT (name) DO UPDATE SET source = excluded.source WHERE template.source <> excluded.source`.execute(
    db,
  )
}

/** The last valid text of a template. */
export async function findKeptTemplate(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ source: string }>`SELECT source FROM template WHERE name = ${name}`.execute(db)
  return rows[0]?.source
}

/** One version of a stored template. */
export interface StoredTemplate {
  name: string
  version: number
  yaml: string
  updatedAt: Date
}

function currentVersions(organization: string) {
  return sql`
    SELECT t.name, t.version, v.source AS yaml, t.updated_at AS "updatedAt", t.deleted
    FROM stored_template t JOIN template_version v USING (organization, name, version)
    WHERE t.organization = ${organization}`
}

/** The organization's stored templates by name, each in its current version. */
export async function listStoredTemplates(db: Database, organization: string): Promise<StoredTemplate[]> {
  const current = sql<StoredTemplate>`${currentVersions(organization)} AND NOT t.deleted ORDER BY t.name`
  return (await current.execute(db)).rows
}

/** A stored template in its current version, and whether it is deleted; undefined if there never was one. */
export async function findStoredTemplate(db: Database, organization: string, name: string) {
  const current = sql<
    StoredTemplate & { deleted: boolean }
  >`${currentVersions(organization)} AND t.name = ${name}`
  return (await current.execute(db)).rows[0]
}

/** One version of a stored template, deleted or not. */
export async function findTemplateVersion(
  db: Database,
  organization: string,
  name: string,
  version: number,
): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    SELECT name, version, source AS yaml, created_at AS "updatedAt" FROM template_version
    WHERE organization = ${organization} AND name = ${name} AND version = ${version}`.execute(db)
  return rows[0]
}

/** The versions that are kept, the newest first. */
export async function listTemplateVersions(db: Database, organization: string, name: string) {
  const { rows } = await sql<{ version: number; user: string; createdAt: Date }>`
    SELECT version, user_name AS user, created_at AS "createdAt" FROM template_version
    WHERE organization = ${organization} AND name = ${name} ORDER BY version DESC`.execute(db)
  return rows
}

/**
 * Stores the next version, in the name of `user`. Undefined, and nothing changes, if the current version is not `after`: 0
 * for none; default: whatever is current.
 */
export async function storeTemplate(
  db: Database,
  organization: string,
  { name, yaml, user, after = -1 }: { name: string; yaml: string; user: string; after?: number | undefined },
): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<{ version: number; updatedAt: Date }>`
    WITH next AS (
      INSERT INTO stored_template AS t (organization, name, version, deleted, updated_at)
      SELECT ${organization}, ${name}, 1, false, now()
      WHERE ${after}::integer <= 0
        OR EXISTS (SELECT FROM stored_template WHERE organization = ${organization} AND name = ${name})
      ON CONFLICT (organization, name) DO UPDATE SET version = t.version + 1, deleted = false, updated_at = now()
        WHERE ${after}::integer IN (-1, CASE WHEN t.deleted THEN 0 ELSE t.version END)
      RETURNING version, updated_at
    )
    INSERT INTO template_version (organization, name, version, source, user_name, created_at)
    SELECT ${organization}, ${name}, version, ${yaml}, ${user}, updated_at FROM next
    RETURNING version, created_at AS "updatedAt"`.execute(db)
  return rows[0] && { name, yaml, ...rows[0] }
}

/** Deletes a stored template and ends its editing sessions. Its versions stay. Returns whether there was one. */
export async function deleteStoredTemplate(db: Database, organization: string, name: string) {
  return transact(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      UPDATE stored_template SET deleted = true, updated_at = now()
      WHERE organization = ${organization} AND name = ${name} AND NOT deleted`.execute(trx)
    if (numAffectedRows > 0n) await endEditingOf(trx, { organization, template: name })
    return numAffectedRows > 0n
  })
}

/** The page of a template. */
export interface TemplateKey {
  organization: string
  template: string
}

/** Reads what is known of the page of a template. */
export async function findPageState(
  db: Database,
  { organization, template }: TemplateKey,
): Promise<PageState | undefined> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM page_state WHERE organization = ${organization} AND template = ${template}`.execute(db)
  return rows[0] && (JSON.parse(rows[0].state) as PageState)
}

/** Keeps what a check found. False, and nothing is kept, if a check that began later was faster. */
export async function keepPageState(db: Database, key: TemplateKey, state: PageState): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO page_state (organization, template, version, checked_at, state)
    VALUES (${key.organization}, ${key.template}, ${state.version}, ${new Date(state.checkedAt)}, ${JSON.stringify(state)})
    ON CONFLICT (organization, template) DO UPDATE
      SET version = excluded.version, checked_at = excluded.checked_at, state = excluded.state
      WHERE page_state.checked_at <= excluded.checked_at`.execute(db)
  return numAffectedRows > 0n
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
export async function forgetPageState(db: Database, { organization, template }: TemplateKey): Promise<void> {
  await sql`DELETE FROM page_state WHERE organization = ${organization} AND template = ${template}`.execute(
    db,
  )
}
