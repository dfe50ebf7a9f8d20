import type { Batch } from '../../wire/event.ts'
import { type News, pack, sizeOf } from '../deliver/pack.ts'
import { quietly } from '../life.ts'

/** How long an event may wait in storage. */
const dayMs = 86_400_000
/** The most that all stored batches may take together, in bytes. */
const spoolBytes = 32_768
/** Number of digits of the date in milliseconds that precedes each stored batch. */
const dateDigits = 13

/** The file that keeps undelivered events, loaded only if it is wanted. The promise rejects if it does not load. */
export interface SpoolFile {
  spool(): Promise<{ openSpool: typeof openSpool }>
}

/** Keeps undelivered events of visits in localStorage, for the next visit to this origin. */
export interface Spool {
  /** Stores a visit's undelivered events, or removes its entry if there are none. */
  save(visit: Batch, sent: number, news: Set<News>): void
  /** Takes over what documents have left that no longer exist. */
  resume(): void
  /** Removes everything, also of other documents, and waits for nothing that they may still leave. */
  clear(): void
  /** Gives up the entries of this document, because it is left and may be frozen. */
  release(): void
}

/**
 * Opens the spool: one key for each visit. A Web Lock with the key's name says which document owns it. The browser frees
 * the lock when the document ends, even by a crash. So no tab takes what another may still send, and no two tabs take the
 * same. Locks are granted in the order of requests, so a document may write as soon as it has requested the lock of a new
 * key.
 *
 * Web Locks need https. Without them there is no spool: `undefined`.
 *
 * @param open opens what was left as a visit; its clock has continued by the wall clock
 */
export function openSpool(host: string, open: (visit: Batch, now: () => number) => void): Spool | undefined {
  if (!navigator.locks) return
  const prefix = `motif:${host}:`
  const asked = new Set<string>()
  let ending = new AbortController()

  /** Holds the key's lock until the document is left. Then it also cancels requests: a pending one would prevent freezing. */
  const own = (key: string, then = () => {}) => {
    asked.add(key)
    const { signal } = ending
    const hold = () => {
      then()
      return new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    navigator.locks.request(key, { signal }, hold).catch(() => {})
  }

  const release = () => {
    ending.abort()
    asked.clear()
  }

  return {
    save: (visit, sent, news) => {
      const key = prefix + visit.visit
      if (ending.signal.aborted || !(news.size || asked.has(key))) return
      if (!asked.has(key)) own(key)
      // Storage throws if it is blocked or full.
      quietly(() => store(prefix, key, visit, sent, news))
    },
    resume() {
      if (ending.signal.aborted) ending = new AbortController()
      quietly(() => {
        for (const key of keysOf(prefix)) if (!asked.has(key)) own(key, () => restore(key, open))
      })
    },
    clear() {
      release()
      quietly(() => {
        for (const key of keysOf(prefix)) localStorage.removeItem(key)
      })
    },
    release,
  }
}

function store(prefix: string, key: string, visit: Batch, sent: number, news: Set<News>) {
  const others = keysOf(prefix).filter((other) => other !== key)
  const taken = sizeOf(others.map((other) => other + localStorage.getItem(other)).join(''))
  const parcel = pack(visit, sent, news, spoolBytes - taken - key.length - dateDigits, news.size)
  if (parcel) localStorage.setItem(key, Date.now() + parcel.body)
  else localStorage.removeItem(key)
}

/** Opens a stored visit. What is broken or too old is dropped; the rest is saved again once it is open. Throws if it is empty. */
function restore(key: string, open: (visit: Batch, now: () => number) => void) {
  const stored = localStorage.getItem(key) ?? ''
  localStorage.removeItem(key)
  const date = Number(stored.slice(0, dateDigits))
  const visit = JSON.parse(stored.slice(dateDigits)) as Batch
  const { sent, events } = visit
  const now = () => sent + Math.max(0, Date.now() - date)
  const isFresh = ({ at }: { at: number }) => now() - at < dayMs
  visit.events = events.filter(isFresh)
  if (visit.events.length || (!events.length && isFresh({ at: 0 }))) open(visit, now)
}

function keysOf(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
