import type { Batch } from '../../wire/event.ts'
import { quietly } from '../life.ts'
import { type News, pack, sizeOf } from './pack.ts'

/** How long an event may wait in storage. */
const dayMs = 86_400_000
/** What all that waits may take together, in bytes. */
const spoolBytes = 32_768
/** Digits of the date, in milliseconds, that stands before each stored batch. */
const dateDigits = 13

/** Keeps what visits have not delivered in localStorage, for the next visit to this origin. */
export interface Spool {
  /** Writes what a visit has not delivered, or removes it where that is nothing. */
  save(visit: Batch, sent: number, news: Set<News>): void
  /** Takes over what documents left that are gone. */
  resume(): void
  /** Removes everything, of other documents too. */
  clear(): void
  /** Gives up what is here: the document is left, and may be frozen. */
  release(): void
}

/**
 * One key a visit. Whose it is says a Web Lock of the same name, which the browser frees when its document ends, by
 * a crash too: no tab takes what another may still send, and no two take the same. Locks are given in the order in
 * which they were asked for, so a document may write as soon as it has asked for the lock of a new key.
 *
 * Web Locks take https: without them there is no spool.
 *
 * @param open takes what was left as a visit of its own, whose clock has gone on by the wall clock
 */
export function openSpool(host: string, open: (visit: Batch, now: () => number) => void): Spool | undefined {
  if (!navigator.locks) return
  const prefix = `motif:${host}:`
  const asked = new Set<string>()
  let ending = new AbortController()

  /** Holds the key's lock until the document is left. A request that waits would keep it from being frozen. */
  const own = (key: string, then = () => {}) => {
    asked.add(key)
    const { signal } = ending
    const hold = () => {
      then()
      return new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    navigator.locks.request(key, { signal }, hold).catch(() => {})
  }

  return {
    save: (visit, sent, news) => {
      const key = prefix + visit.visit
      if (ending.signal.aborted || !(news.size || asked.has(key))) return
      if (!asked.has(key)) own(key)
      // Storage throws where it is blocked or full.
      quietly(() => store(prefix, key, visit, sent, news))
    },
    resume() {
      if (ending.signal.aborted) ending = new AbortController()
      quietly(() => {
        for (const key of keysOf(prefix)) if (!asked.has(key)) own(key, () => restore(key, open))
      })
    },
    clear() {
      quietly(() => {
        for (const key of keysOf(prefix)) localStorage.removeItem(key)
      })
    },
    release() {
      ending.abort()
      asked.clear()
    },
  }
}

function store(prefix: string, key: string, visit: Batch, sent: number, news: Set<News>) {
  const others = keysOf(prefix).filter((other) => other !== key)
  const taken = sizeOf(others.map((other) => other + localStorage.getItem(other)).join(''))
  const parcel = pack(visit, sent, news, spoolBytes - taken - key.length - dateDigits, news.size)
  if (parcel) localStorage.setItem(key, Date.now() + parcel.body)
  else localStorage.removeItem(key)
}

/** What is broken or too old is not kept; the rest is saved again when it is opened. Throws where there is nothing. */
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
