import { createDatabase, emptyDatabase } from './postgres.ts'

/**
 * A new database for a test that either would do: in the tests' cluster, on which a service starts in half the time;
 * without one an embedded one in memory. Nothing where `environment` names a database.
 */
export async function freshDatabase(environment: Record<string, string>): Promise<Record<string, string>> {
  if ('DATABASE_URL' in environment || 'DATA_DIR' in environment) return {}
  const { CLUSTER_URL } = process.env
  if (!CLUSTER_URL) return { DATA_DIR: 'memory' }
  return { DATABASE_URL: await createDatabase(CLUSTER_URL, { template: emptyDatabase }) }
}
