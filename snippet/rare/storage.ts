import type { Batch } from '../../wire/event.ts'
import { type News, pack, type VisitState } from '../deliver/batch.ts'
import { type Line, type Outbox, openOutbox } from '../deliver/outbox.ts'
import { quietly } from '../page.ts'
import type { EventStorage } from './event-storage.ts'

/** How long an event may wait in storage. */
const dayMs = 86_400_000
/** The most that all stored batches may take together, in bytes. */
const maxStoredBytes = 32_768
/** Number of digits of the date in milliseconds that precedes each stored batch. */
const dateDigits = 13

/**
 * Keeps what the line cannot deliver from now on, and takes over what documents have left that no longer exist. If measuring
 * is refused, removes everything instead.
 */
export function store(line: Line, isAllowed: boolean): void {
  const storage = open(line)
  if (isAllowed) storage?.resume()
  else storage?.clear()
}

/**
 * Opens the storage, once: one key for each visit. A Web Lock with the key's name says which document owns it. The browser frees
 * the lock when the document ends, even by a crash. So no tab takes what another may still send, and no two tabs take the
 * same. Locks are granted in the order of requests, so a document may write as soon as it has requested a new key's lock.
 *
 * Web Locks need https. Without them nothing is kept: `undefined`.
 *
 * @param line where what was left is sent, as a visit whose clock has continued by the wall clock; gets the storage
 */
function open(line: Line): EventStorage | undefined {
  if (line.storage || !navigator.locks) return line.storage
  const prefix = `motif:${line.host}:`
  const asked = new Set<string>()
  let ending = new AbortController()
  /** What the document had when it was left. While it was frozen, another one may have taken that over. */
  let left: Outbox[] = []

  /** Holds the key's lock until the document is left. Then it also cancels requests: a pending one would prevent freezing. */
  function own(key: string, then = () => {}): void {
    asked.add(key)
    const { signal } = ending
    const hold = () => {
      then()
      return new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    navigator.locks.request(key, { signal }, hold).catch(() => {})
  }

  function release(): void {
    ending.abort()
    asked.clear()
  }

  // A page that is left may be frozen. Measuring heard the event before, and has saved what waits.
  const freeze = () => {
    left = [...line.unsent]
    release()
  }
  addEventListener('pagehide', freeze, { capture: true })
  line.storage = {
    save(said, news) {
      const key = prefix + said.visit
      if (ending.signal.aborted || !(news[0] || asked.has(key))) return
      if (!asked.has(key)) own(key)
      // Storage throws if it is blocked or full.
      quietly(() => write(prefix, key, said, news))
    },
    resume() {
      for (const outbox of left.splice(0)) outbox.drop()
      if (ending.signal.aborted) ending = new AbortController()
      quietly(() => {
        for (const key of keysOf(prefix)) if (!asked.has(key)) own(key, () => restore(key, line))
      })
    },
    clear() {
      release()
      quietly(() => {
        for (const key of keysOf(prefix)) localStorage.removeItem(key)
      })
    },
  }
  return line.storage
}

function write(prefix: string, key: string, said: VisitState, news: News[]): void {
  const others = keysOf(prefix).filter((other) => other !== key)
  const taken = new Blob(others.map((other) => other + localStorage.getItem(other))).size
  const room = maxStoredBytes - taken - key.length - dateDigits
  const parcel = pack(said, news, room, news.length)
  if (parcel) localStorage.setItem(key, Date.now() + parcel.body)
  else localStorage.removeItem(key)
}

/** Opens a stored visit. What is broken or too old is dropped; the rest is saved again once it is open. Throws if it is empty. */
function restore(key: string, line: Line): void {
  const stored = localStorage.getItem(key) ?? ''
  localStorage.removeItem(key)
  const date = Number(stored.slice(0, dateDigits))
  const visit = JSON.parse(stored.slice(dateDigits)) as Batch
  const { sent, events } = visit
  const now = () => sent + Math.max(0, Date.now() - date)
  const isFresh = ({ at }: { at: number }) => now() - at < dayMs
  const fresh = events.filter(isFresh)
  if (!fresh[0] && (events[0] || !isFresh({ at: 0 }))) return
  const outbox = openOutbox(line, () => ({ ...visit, sent: now() }), AbortSignal.abort())
  for (const event of fresh) outbox.add(event, dayMs)
  outbox.leave()
}

function keysOf(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
