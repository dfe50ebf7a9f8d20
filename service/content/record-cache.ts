import type { Database } from '../base/database/database.ts'
import { encode, memoryOf, type Representation } from '../base/http/compress.ts'
import { recordHeaders, recordSeconds, refusedHeaders } from '../base/http/page-headers.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { findPageRecord } from './sql.ts'

/** The records that pages request, ready to be sent. */
export interface PageRecords {
  /**
   * Finds a record. Undefined where no completed one has the pattern. If the database has not answered after one second,
   * whoever has a copy of it gets 50300, so that a proxy serves its copy; anybody else goes on waiting.
   */
  find(pattern: string, asker?: { hasCopy: boolean }): Promise<Representation | undefined>
  /** Whether the record is cached, however old. */
  knows(pattern: string): boolean
  /** Removes a record that was deleted or regenerated. Call it after the commit. */
  forget(pattern: string): void
  /** Removes all records, because a campaign was paused, opened or deleted. Call it after the commit. */
  forgetAll(): void
}

interface PageRecordsOptions {
  db: Database
  /**
   * After this time a cached record is checked again, because other processes may delete or regenerate it. Infinity
   * where there are none.
   */
  revalidateMs: number
  now?: () => number
}

/** A look-up in progress, shared by all requests that come meanwhile. */
interface Search {
  found?: Promise<Representation | undefined>
  /** Resolves when the look-up has taken so long that a copy is served. */
  isSlow: Promise<void>
}

interface Entry {
  representation: Representation
  checkedAt: number
}

/** The size of the cache, with all encodings; a record has 4 to 8 KB. */
const mostBytes = 64 * 1024 * 1024
/**
 * While the database does not answer, a record is still served for as long as its `Cache-Control` lets others serve it. A
 * proxy asks for a record once a minute, so each of its replicas has mostly checked it longer ago than that.
 */
const staleMs = (recordSeconds.fresh + recordSeconds.stale) * 1000
/** A half-dead connection answers nothing until it is cut, 20 s later: nobody waits for that who has a copy. */
const patienceMs = 1000
const quality = 5

/** Creates the cache of records between `GET /p` and the database. */
export function createPageRecords({
  db,
  revalidateMs,
  now = performance.now.bind(performance),
}: PageRecordsOptions): PageRecords {
  const entries = new Map<string, Entry>()
  const searches = new Map<string, Search>()
  let bytes = 0

  function peek(pattern: string): Representation | undefined {
    const entry = entries.get(pattern)
    return entry && now() - entry.checkedAt <= revalidateMs ? entry.representation : undefined
  }

  async function find(
    pattern: string,
    { hasCopy } = { hasCopy: false },
  ): Promise<Representation | undefined> {
    const known = peek(pattern)
    if (known) return known
    const { found, isSlow } = searches.get(pattern) ?? begin(pattern)
    const otherwise = isSlow.then(() => {
      const stale = peekStale(pattern)
      if (!stale && hasCopy) throw new ApiError(50300, undefined, { ...refusedHeaders, 'Retry-After': '1' })
      return stale ?? found
    })
    return Promise.race([found, otherwise])
  }

  function begin(pattern: string): Search {
    const slow = Promise.withResolvers<void>()
    const timer = setTimeout(slow.resolve, patienceMs)
    const search: Search = { isSlow: slow.promise }
    searches.set(pattern, search)
    search.found = load(pattern, search).finally(() => {
      clearTimeout(timer)
      if (isCurrent(pattern, search)) searches.delete(pattern)
    })
    return search
  }

  /** A record that may be served while the database does not answer. */
  function peekStale(pattern: string): Representation | undefined {
    const entry = entries.get(pattern)
    return entry && now() - entry.checkedAt <= staleMs ? entry.representation : undefined
  }

  async function load(pattern: string, search: Search): Promise<Representation | undefined> {
    const checkedAt = now()
    const before = entries.get(pattern)
    const text = await findPageRecord(db, pattern).catch((error) => {
      const stale = peekStale(pattern)
      if (stale) return { stale }
      throw error
    })
    if (text === undefined) remove(pattern)
    if (typeof text !== 'string') return text?.stale
    const body = Buffer.from(text)
    const isSame = before?.representation.identity.body.equals(body) ?? false
    const representation =
      isSame && before ? before.representation : await encode(body, quality, recordHeaders)
    if (isCurrent(pattern, search)) keep(pattern, { representation, checkedAt })
    return representation
  }

  /** Whether a look-up is still valid: a record that was removed since it began must not come back by it. */
  function isCurrent(pattern: string, search: Search): boolean {
    return searches.get(pattern) === search
  }

  function keep(pattern: string, entry: Entry): void {
    remove(pattern)
    entries.set(pattern, entry)
    bytes += memoryOf(entry.representation)
    for (const oldest of entries.keys()) {
      if (bytes <= mostBytes) break
      remove(oldest)
    }
  }

  function remove(pattern: string): void {
    const entry = entries.get(pattern)
    if (!entry) return
    entries.delete(pattern)
    bytes -= memoryOf(entry.representation)
  }

  function forget(pattern: string): void {
    searches.delete(pattern)
    remove(pattern)
  }

  function forgetAll(): void {
    searches.clear()
    entries.clear()
    bytes = 0
  }

  return { find, knows: (pattern) => entries.has(pattern), forget, forgetAll }
}
