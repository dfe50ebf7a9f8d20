import { type Kysely, sql } from 'kysely'

/** One step towards this version's tables. It only adds, so that the previous release can run beside it. */
export interface Migration {
  up(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void>
  /**
   * For `CREATE INDEX CONCURRENTLY`. It may be interrupted half-way, and must be able to
   * run again.
   */
  outsideTransaction?: true
  /** The migration that a version has to know in order to run on a database with this one. Default: the first. */
  least?: string
}

/**
 * A migration that adds columns to a table. They have a default, or allow null, because the previous version goes on
 * inserting rows.
 *
 * @example addColumns('member', "role text NOT NULL DEFAULT 'viewer'")
 */
export function addColumns(table: string, ...columns: string[]): Migration {
  const added = columns.map((column) => `ADD COLUMN ${column}`).join(', ')
  return {
    up: async (db) => {
      await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(added)}`.execute(db)
    },
  }
}
