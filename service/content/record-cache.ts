import { LRUCache } from 'lru-cache'
import { within } from '../base/concurrency.ts'
import type { Database } from '../base/database/database.ts'
import {
  encode,
  memoryOf,
  type Representation,
  recordHeaders,
  refusedHeaders,
} from '../base/http/representation.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { findPageRecord } from './sql.ts'

/** The records that pages request, ready to be sent. */
export type PageRecords = ReturnType<typeof createPageRecords>

interface PageRecordsOptions {
  db: Database
  /**
   * After this time a cached record is checked again, because other processes may delete or regenerate it. Infinity
   * where there are none.
   */
  revalidateMs: number
  now?: () => number
}

/** The size of the cache, with all encodings; a record has 4 to 8 KB. */
const mostBytes = 64 * 1024 * 1024
/** A half-dead connection answers nothing until it is cut, 20 s later: nobody waits for that who has a copy. */
const patienceMs = 1000
const quality = 5

/**
 * Creates the cache of records between `GET /p` and the database. While the database fails or does not answer, what is known
 * is served.
 */
export function createPageRecords({
  db,
  revalidateMs,
  now = performance.now.bind(performance),
}: PageRecordsOptions) {
  const cache = new LRUCache<string, Representation>({
    maxSize: mostBytes,
    sizeCalculation: memoryOf,
    ttl: Number.isFinite(revalidateMs) ? revalidateMs : 0,
    perf: { now },
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    // Who asked before a record was forgotten gets it once more; it does not come back into the cache by that.
    ignoreFetchAbort: true,
    async fetchMethod(pattern, before) {
      const text = await findPageRecord(db, pattern)
      if (text === undefined) return undefined
      const body = Buffer.from(text)
      return before?.identity.body.equals(body) ? before : encode(body, quality, recordHeaders)
    },
  })

  /**
   * Finds a record. Undefined if no completed one has the pattern. If the database has not answered after one second,
   * whoever has a copy of it gets 50300, so that a proxy serves its copy; anybody else goes on waiting.
   */
  async function find(
    pattern: string,
    { hasCopy } = { hasCopy: false },
  ): Promise<Representation | undefined> {
    const known = cache.get(pattern)
    if (known) return known
    const found = cache.fetch(pattern)
    const first = await within(
      patienceMs,
      found.then((record) => ({ record })),
    )
    if (first) return first.record
    const stale = cache.get(pattern, { allowStale: true })
    if (stale) return stale
    if (!hasCopy) return found
    throw new ApiError(50300, undefined, { ...refusedHeaders, 'Retry-After': '1' })
  }

  return {
    find,
    /** Whether the record is cached, however old. */
    knows: (pattern: string) => cache.peek(pattern, { allowStale: true }) !== undefined,
    /** Removes a record that was deleted or made again. Call it after the commit. */
    forget: (pattern: string) => void cache.delete(pattern),
    /** Removes all records, because a campaign was paused, opened or deleted. Call it after the commit. */
    forgetAll: () => cache.clear(),
  }
}
