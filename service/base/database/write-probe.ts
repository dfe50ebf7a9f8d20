import type { Config } from '../../config.ts'
import type { Database } from './database.ts'
import { isDiskFull } from './disk-space.ts'
import { writeSetting } from './settings.ts'

/** How long a write that succeeded counts. */
const lastsMs = 5000

/**
 * Creates a function that tells whether the database takes writes: it writes, and on the embedded one looks at the disk,
 * of which a small write may need nothing. At most one write in five seconds.
 */
export function createWriteProbe(
  db: Database,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): () => Promise<boolean> {
  const isOnDisk = !databaseUrl && dataDir !== 'memory'
  let succeededAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - succeededAt < lastsMs) return true
    try {
      if (isOnDisk && (await isDiskFull(dataDir))) return false
      await writeSetting(db, 'written-at', new Date().toISOString())
      succeededAt = performance.now()
      return true
    } catch {
      return false
    }
  }
}
