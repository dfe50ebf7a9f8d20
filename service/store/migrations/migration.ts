import type { Kysely } from 'kysely'

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
