import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, inject } from 'vitest'
import { copyEmptyDatabase } from './embedded.ts'
import { createDatabase, emptyDatabase } from './postgres.ts'

/** One of the databases that the service runs on. */
export interface TestDatabase {
  name: 'PGlite' | 'PostgreSQL'
  /** Makes a fresh, durable database with empty tables and gives the environment that starts the service on it. */
  create(): Promise<Record<string, string>>
}

/**
 * Runs the same tests once for each database: for what the database itself decides, as what a kill leaves, or what a
 * roll-up counts. Those on PostgreSQL are skipped where there is none, and the run says so.
 *
 * @example
 * forEachDatabase((database) => {
 *   test('a prospect survives a restart', async () => {
 *     const environment = await database.create()
 *     const service = await startService(environment)
 *   })
 * })
 */
export function forEachDatabase(tests: (database: TestDatabase) => void) {
  const postgres = inject('postgres')
  onPglite(tests)
  describe.skipIf(!postgres)('on PostgreSQL', () => tests(postgresAt(postgres ?? '')))
}

/**
 * Runs the same tests on one database, for what is the same on either: on PostgreSQL, where a service starts in half
 * the time, and on PGlite where there is no PostgreSQL. `npm run test:long -- databases` runs them on both.
 */
export function forADatabase(tests: (database: TestDatabase) => void) {
  if (process.env.DATABASES === 'both') return forEachDatabase(tests)
  const postgres = inject('postgres')
  if (postgres) describe('on PostgreSQL', () => tests(postgresAt(postgres)))
  else onPglite(tests)
}

function onPglite(tests: (database: TestDatabase) => void) {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
  describe('on PGlite', () => {
    tests({
      name: 'PGlite',
      create: async () => {
        const dataDir = await createDataDir(folders)
        await copyEmptyDatabase(dataDir)
        return { DATA_DIR: dataDir }
      },
    })
  })
}

function postgresAt(url: string): TestDatabase {
  return {
    name: 'PostgreSQL',
    create: async () => ({ DATABASE_URL: await createDatabase(url, { template: emptyDatabase }) }),
  }
}

/**
 * The path of a data folder that the first start makes. The tests of `forEachDatabase` have theirs removed; who calls
 * this alone hands a list of folders to remove.
 */
export async function createDataDir(folders: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-pglite-'))
  folders.push(folder)
  return join(folder, 'data')
}
