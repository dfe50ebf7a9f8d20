import { createDatabase, emptyDatabase } from './postgres.ts'

/**
 * A new database for a test that either would do: in the tests' cluster, on which a service starts in half the time;
 * without one an embedded one in memory.
 */
export async function freshDatabase(): Promise<Record<string, string>> {
  const { CLUSTER_URL } = process.env
  if (!CLUSTER_URL) return { DATA_DIR: 'memory' }
  return { DATABASE_URL: await createDatabase(CLUSTER_URL, { template: emptyDatabase }) }
}
