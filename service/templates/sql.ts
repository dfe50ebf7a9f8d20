import { sql } from 'kysely'
import { endEditingOf } from '../access/editing-sessions.ts'
import type { Database } from '../base/database/database.ts'
import type { Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'

/** The last valid text of each template file. */
interface TemplateTable {
  name: string
  source: string
  updated_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    template: TemplateTable
  }
}

/** Stores the text of a valid template, so that records can be generated from it even if its file is lost or broken. */
export async function keepTemplate(db: Database, name: string, source: string): Promise<void> {
  await db
    .insertInto('template')
    .values({ name, source, updated_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ source, updated_at: sql<Date>`now()` })
        .where('template.source', '<>', source),
    )
    .execute()
}

/** The last valid text of a template. */
export async function findKeptTemplate(db: Database, name: string): Promise<string | undefined> {
  const kept = await db.selectFrom('template').select('source').where('name', '=', name).executeTakeFirst()
  return kept?.source
}

/** The templates that organizations store. */
interface StoredTemplateTable {
  organization: string
  name: string
  /** The current one. Counting continues after a delete. */
  version: number
  deleted: boolean
  updated_at: Timestamp
}

interface TemplateVersionTable {
  organization: string
  name: string
  version: number
  /** YAML, as it was sent. */
  source: string
  user_name: string
  created_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    stored_template: StoredTemplateTable
    template_version: TemplateVersionTable
  }
}

/** One version of a stored template. */
export interface StoredTemplate {
  name: string
  version: number
  source: string
  updatedAt: Date
}

/** A version of a stored template in the list of them. */
interface TemplateVersion {
  version: number
  user: string
  createdAt: Date
}

/** The next version of a stored template. */
interface NewVersion {
  name: string
  source: string
  /** Name of the user who stores it. */
  user: string
  /** The version that it must follow, 0 for none. Default: the current one. */
  after?: number | undefined
}

const currentVersion = (db: Database, organization: string) =>
  db
    .selectFrom('stored_template as t')
    .innerJoin('template_version as v', (join) =>
      join
        .onRef('v.organization', '=', 't.organization')
        .onRef('v.name', '=', 't.name')
        .onRef('v.version', '=', 't.version'),
    )
    .select(['t.name', 't.version', 'v.source', 't.updated_at as updatedAt'])
    .where('t.organization', '=', organization)

/** The organization's stored templates by name, each in its current version. */
export async function listStoredTemplates(db: Database, organization: string): Promise<StoredTemplate[]> {
  return currentVersion(db, organization).where('t.deleted', '=', false).orderBy('t.name').execute()
}

/** A stored template in its current version, and whether it is deleted; undefined where there never was one. */
export async function findStoredTemplate(
  db: Database,
  organization: string,
  name: string,
): Promise<(StoredTemplate & { deleted: boolean }) | undefined> {
  return currentVersion(db, organization).select('t.deleted').where('t.name', '=', name).executeTakeFirst()
}

/** One version of a stored template, deleted or not. */
export async function findTemplateVersion(
  db: Database,
  organization: string,
  name: string,
  version: number,
): Promise<StoredTemplate | undefined> {
  return db
    .selectFrom('template_version')
    .select(['name', 'version', 'source', 'created_at as updatedAt'])
    .where((is) => is.and({ organization, name, version }))
    .executeTakeFirst()
}

/** The versions that are kept, the newest first. */
export async function listTemplateVersions(
  db: Database,
  organization: string,
  name: string,
): Promise<TemplateVersion[]> {
  return db
    .selectFrom('template_version')
    .select(['version', 'user_name as user', 'created_at as createdAt'])
    .where((is) => is.and({ organization, name }))
    .orderBy('version', 'desc')
    .execute()
}

/** Stores the next version. Undefined, and nothing changes, where the current version is not `after`. */
export async function storeTemplate(
  db: Database,
  organization: string,
  { name, source, user, after }: NewVersion,
): Promise<StoredTemplate | undefined> {
  return transact(db, async (trx) => {
    const next = after
      ? await advance(trx, organization, name, after)
      : await begin(trx, organization, name, after)
    if (!next) return undefined
    await trx
      .insertInto('template_version')
      .values({
        organization,
        name,
        version: next.version,
        source,
        user_name: user,
        created_at: next.updatedAt,
      })
      .execute()
    return { name, source, ...next }
  })
}

type NextVersion = Pick<StoredTemplate, 'version' | 'updatedAt'>

async function advance(trx: Database, organization: string, name: string, after: number) {
  return trx
    .updateTable('stored_template')
    .set({ version: after + 1, updated_at: sql<Date>`now()` })
    .where((is) => is.and({ organization, name, version: after, deleted: false }))
    .returning(['version', 'updated_at as updatedAt'])
    .executeTakeFirst()
}

/** Creates the template, or its next version; with `after` 0 only where the template is deleted. */
async function begin(trx: Database, organization: string, name: string, after: 0 | undefined | number) {
  const { rows } = await sql<NextVersion>`
    INSERT INTO stored_template (organization, name, version, deleted, updated_at)
    VALUES (${organization}, ${name}, 1, false, now())
    ON CONFLICT (organization, name) DO UPDATE
      SET version = stored_template.version + 1, deleted = false, updated_at = now()
      WHERE stored_template.deleted OR ${after === undefined}::boolean
    RETURNING version, updated_at AS "updatedAt"`.execute(trx)
  return rows[0]
}

/** Deletes a stored template and ends its editing sessions. Its versions stay. Returns whether there was one. */
export async function deleteStoredTemplate(
  db: Database,
  organization: string,
  name: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    const deleted = await trx
      .updateTable('stored_template')
      .set({ deleted: true, updated_at: sql<Date>`now()` })
      .where((is) => is.and({ organization, name, deleted: false }))
      .executeTakeFirstOrThrow()
    if (deleted.numUpdatedRows === 0n) return false
    await endEditingOf(trx, { organization, template: name })
    return true
  })
}
