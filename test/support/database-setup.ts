import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../service/store/database.ts'
import { startCluster } from './postgres.ts'

/**
 * Before the first test of a project makes what each database begins with, and ends it after the last: a PostgreSQL
 * cluster, and a folder with an empty embedded database.
 */
export default async function setup(project: TestProject) {
  const cluster = await startCluster()
  if (!cluster) console.warn('PostgreSQL is not on this machine: the tests on PostgreSQL are skipped.')
  project.provide('postgres', cluster?.url)
  const folder = await mkdtemp(join(tmpdir(), 'motif-pglite-'))
  const dataDir = join(folder, 'data')
  await (await openDatabase({ dataDir })).close()
  project.provide('emptyDataDir', dataDir)
  return async () => {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
