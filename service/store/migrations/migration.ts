import { type Kysely, sql } from 'kysely'

/** One step towards this version's tables. It only adds, so that the release before runs on beside it. */
export interface Migration {
  up(db: Kysely<unknown>, kind: 'pglite' | 'postgres'): Promise<void>
  /**
   * Runs outside a transaction, for `CREATE INDEX CONCURRENTLY`: it may end half-way, and has to be able to begin
   * again.
   */
  alone?: true
  /** The migration that a build has to know to run beside this one. Default: the first. */
  least?: string
}

/**
 * A migration that adds columns to a table. They have a default, or are null: the version before goes on writing rows.
 *
 * @example addColumns('token', "role text NOT NULL DEFAULT 'admin'")
 */
export function addColumns(table: string, ...columns: string[]): Migration {
  const added = columns.map((column) => `ADD COLUMN ${column}`).join(', ')
  return {
    up: async (db) => {
      await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(added)}`.execute(db)
    },
  }
}
