import { createTables } from './0001-baseline.ts'
import { addColumns, type Migration } from './migration.ts'

/** The oldest release whose replicas may run on a database that has all of these. */
export const oldestBeside = '0.1.0'

/** In the order in which they run; they only move forward. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': { up: createTables },
  '0002-time-of-events': addColumns('event', 'at bigint'),
}
