import { readConfig } from '../../../service/config.ts'
import { openService } from '../../../service/service.ts'
import type { Database } from '../../../service/store/database.ts'
import { readEverything } from '../../../service/store/transfer.ts'

/** Opens the database of a service that has been stopped. */
export async function withDatabase<T>(
  environment: Record<string, string>,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  const service = await openService(readConfig({ ...environment, LOG_LEVEL: 'silent' }))
  try {
    return await use(service.db)
  } finally {
    await service.stop()
  }
}

/** Every row of every table, as `table: JSON`. */
export async function dump(environment: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  let table = ''
  await withDatabase(environment, (db) =>
    readEverything(db, async (line) => {
      if ('table' in line) table = line.table
      else if ('rows' in line && Array.isArray(line.rows))
        found.push(...line.rows.map((row) => `${table}: ${row}`))
    }),
  )
  return found
}
