import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from '../base/database/database.ts'
import { ensureSetting } from '../base/database/settings.ts'
import type { Config } from '../config.ts'

interface TokenKeyOptions {
  store: Pick<OpenDatabase, 'db' | 'kind'>
  config: Pick<Config, 'dataDir' | 'secretsKey'>
}

/**
 * The key that encrypts tokens of an organization: from `SECRETS_KEY`, else one that the service makes. With the embedded
 * database that is a file beside it, which no backup contains. On PostgreSQL, which several replicas share, it is a row.
 */
export async function tokenKeyOf({ store, config }: TokenKeyOptions, organization: string): Promise<string> {
  const isInDatabase = store.kind === 'postgres' || config.dataDir === 'memory'
  const make = () => randomBytes(32).toString('base64')
  const key =
    config.secretsKey ??
    (await (isInDatabase ? ensureSetting(store.db, 'secrets_key', make) : keyFile(config.dataDir, make)))
  return `connection ${organization} ${key}`
}

async function keyFile(folder: string, make: () => string): Promise<string> {
  const path = join(folder, 'secrets.key')
  await writeFile(path, make(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(path, 'utf8')
}
