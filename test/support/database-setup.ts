import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../service/base/store.ts'
import { readConfig } from '../../service/config.ts'
import { createDatabase, emptyDatabase, startCluster } from './postgres.ts'

/**
 * Before the first test makes, once for all projects, what each database of the tests is a copy of, and ends it after
 * the last: a database in a PostgreSQL cluster, and a folder with an embedded one. They have their tables and nothing
 * in them.
 */
export default async function setup(project: TestProject) {
  const end = process.env.EMPTY_DATA_DIR ? undefined : await make()
  project.provide('postgres', process.env.CLUSTER_URL)
  return end
}

/** The processes of the tests have the environment of this one. */
async function make() {
  const [endCluster, endEmbedded] = await Promise.all([makeInCluster(), makeEmbedded()])
  return async () => {
    await endCluster?.()
    await endEmbedded()
  }
}

async function makeInCluster() {
  const cluster = await startCluster({ waitsForDisk: false })
  if (!cluster) return console.warn('PostgreSQL is not on this machine: the tests on PostgreSQL are skipped.')
  await makeTables({ DATABASE_URL: await createDatabase(cluster.url, { name: emptyDatabase }) })
  process.env.CLUSTER_URL = cluster.url
  return () => cluster.stop()
}

async function makeEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'motif-pglite-'))
  const dataDir = join(folder, 'data')
  await makeTables({ DATA_DIR: dataDir })
  process.env.EMPTY_DATA_DIR = dataDir
  return () => rm(folder, { recursive: true, force: true })
}

async function makeTables(environment: Record<string, string>): Promise<void> {
  const store = await openStore(readConfig(environment))
  await store.close()
}
