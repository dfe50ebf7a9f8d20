import type { Database } from '../store/database.ts'
import { findPageRecord } from '../store/page-record.ts'
import { encode, memoryOf, type Representation } from './compress.ts'
import { recordHeaders } from './headers.ts'

/** The records that pages ask for, ready to be sent. */
export interface PageRecords {
  /** The record; undefined where no completed one has the pattern. */
  find(pattern: string): Promise<Representation | undefined>
  /** Whether a record is in memory, however old. */
  knows(pattern: string): boolean
  /** Forgets a record that was deleted or made anew. To be called after the commit. */
  forget(pattern: string): void
  /** Forgets all of them: a campaign was paused, opened or deleted. To be called after the commit. */
  forgetAll(): void
}

interface PageRecordsOptions {
  db: Database
  /** After so long a record in memory is looked up again: other processes may delete it or make it anew. Infinity where there are none. */
  revalidateMs: number
  now?: () => number
}

/** A look-up under way, shared by all who ask meanwhile. */
interface Search {
  found?: Promise<Representation | undefined>
}

interface Entry {
  representation: Representation
  checkedAt: number
}

/** Records kept in memory, with all their encodings; each is 4 to 8 KB. */
const mostBytes = 64 * 1024 * 1024
/** While the database does not answer, a record is served on for as long as `max-age` lets others keep it. */
const staleMs = 60_000
const quality = 5

/** A cache of records between `GET /p` and the database. */
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

  async function find(pattern: string): Promise<Representation | undefined> {
    const known = peek(pattern) ?? searches.get(pattern)?.found
    if (known) return known
    const search: Search = {}
    searches.set(pattern, search)
    search.found = load(pattern, search).finally(() => isCurrent(pattern, search) && searches.delete(pattern))
    return search.found
  }

  async function load(pattern: string, search: Search): Promise<Representation | undefined> {
    const checkedAt = now()
    const before = entries.get(pattern)
    const text = await findPageRecord(db, pattern).catch((error) => {
      if (before && now() - before.checkedAt <= staleMs) return before
      throw error
    })
    if (text === undefined) remove(pattern)
    if (typeof text !== 'string') return text?.representation
    const body = Buffer.from(text)
    const isSame = before?.representation.identity.body.equals(body) ?? false
    const representation =
      isSame && before ? before.representation : await encode(body, quality, recordHeaders)
    if (isCurrent(pattern, search)) keep(pattern, { representation, checkedAt })
    return representation
  }

  /** Whether a search still counts: what was forgotten since it began must not come back by it. */
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
