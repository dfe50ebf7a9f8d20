import type { Kysely } from 'kysely'
import { createTables } from './0001-baseline.ts'

/** One step towards this version's tables. It only adds, so that the previous release can run beside it. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}

/** In the order in which they run; they only move forward. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': { up: createTables },
}
