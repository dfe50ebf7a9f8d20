import type { TestProject } from 'vitest/node'
import { startCluster } from './postgres.ts'

/** Before the first test of a project starts a PostgreSQL cluster for all of its files, and ends it after the last. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster()
  if (!cluster) console.warn('PostgreSQL is not on this machine: the tests on PostgreSQL are skipped.')
  project.provide('postgres', cluster?.url)
  return () => cluster?.stop()
}
