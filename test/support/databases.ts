import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, describe, inject } from 'vitest'
import { createDatabase } from './postgres.ts'

/** One of the databases that the service runs on. */
export interface TestDatabase {
  name: 'PGlite' | 'PostgreSQL'
  /** Makes a fresh, empty, durable database and gives the environment that starts the service on it. */
  create(): Promise<Record<string, string>>
}

/**
 * Runs the same tests once for each database. Those on PostgreSQL are skipped where there is none, and the run
 * says so.
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
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
  describe('on PGlite', () => {
    tests({ name: 'PGlite', create: async () => ({ DATA_DIR: await createDataDir(folders) }) })
  })
  describe.skipIf(!postgres)('on PostgreSQL', () => {
    tests({
      name: 'PostgreSQL',
      create: async () => ({ DATABASE_URL: await createDatabase(postgres ?? '') }),
    })
  })
}

/**
 * A data folder as PGlite leaves it after its first start, which takes it 2–3 s; a copy takes 0.1 s. The tests of
 * `forEachDatabase` have theirs removed; who calls this alone hands a list of folders to remove.
 */
export async function createDataDir(folders: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-pglite-'))
  folders.push(folder)
  const dataDir = join(folder, 'data')
  await cp(await preparedDataDir(), dataDir, { recursive: true })
  return dataDir
}

async function preparedDataDir(): Promise<string> {
  const manifest = await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const folder = `node_modules/.cache/motif/pglite-${version}`
  if (!existsSync(folder)) await prepareDataDir(folder)
  return folder
}

/** Another test file may do the same at the same time: the first to rename its draft wins. */
async function prepareDataDir(folder: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  const pglite = await PGlite.create(join(draft, 'data'))
  await pglite.close()
  await rename(join(draft, 'data'), folder).catch(() => {})
  await rm(draft, { recursive: true, force: true })
}
