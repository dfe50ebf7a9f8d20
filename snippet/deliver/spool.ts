import type { Batch } from '../../wire/event.ts'
import type { Save } from './outbox.ts'
import { pack } from './pack.ts'

/** How long an event may wait in storage. */
const dayMs = 86_400_000
/** What all that waits may take together, in bytes. */
const spoolBytes = 32_768
/** Digits of the date, in milliseconds, that stands before each stored batch. */
const dateDigits = 13

/** Keeps what visits have not delivered in localStorage, for the next visit to this origin. */
export interface Spool {
  /** A place for a visit of this document, which is its owner as long as it lives. */
  own_(visit: string): Save
  /** Takes over what documents left that are gone: each batch, with a clock that has gone on by the wall clock. */
  adopt_(take: (batch: Batch, now: () => number, save: Save) => void): void
  /** Gives up every place: this document is left, and may be frozen. */
  release_(): void
  /** Removes everything, of other documents too. */
  clear_(): void
}

/**
 * One key a visit. Whose it is says a Web Lock of the same name, which the browser frees when its document ends,
 * by a crash too: no tab takes what another may still send, and no two take the same.
 */
export function openSpool(host: string): Spool {
  const prefix = `motif:${host}:`
  const owned = new Map<string, () => void>()
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

  const own = (key: string, then?: (save: Save) => void): Save => {
    const save: Save = (batch) => attempt(() => owned.has(key) && write(key, keys(), batch))
    const hold = (lock: Lock | null) =>
      lock &&
      new Promise<void>((release) => {
        owned.set(key, release)
        then?.(save)
      })
    attempt(() => navigator.locks.request(key, { ifAvailable: true }, hold).catch(() => {}))
    return save
  }

  return {
    own_: (visit) => own(prefix + visit),
    adopt_: (take) =>
      attempt(() => {
        for (const key of keys()) {
          own(key, (save) => {
            const stored = localStorage.getItem(key) ?? ''
            // What is broken or too old is not kept; the rest is saved again by its outbox.
            save(undefined)
            const date = Number(stored.slice(0, dateDigits))
            const batch = JSON.parse(stored.slice(dateDigits)) as Batch
            const now = () => batch.sent + Math.max(0, Date.now() - date)
            const isFresh = ({ at }: { at: number }) => now() - at < dayMs
            const hadEvents = batch.events.length > 0
            batch.events = batch.events.filter(isFresh)
            if (hadEvents ? batch.events.length : isFresh({ at: 0 })) take(batch, now, save)
          })
        }
      }),
    release_() {
      for (const release of owned.values()) release()
      owned.clear()
    },
    clear_: () =>
      attempt(() => {
        for (const key of keys()) localStorage.removeItem(key)
      }),
  }
}

function write(key: string, keys: string[], batch: Batch | undefined) {
  const others = keys.filter((other) => other !== key).map((other) => other + localStorage.getItem(other))
  const room = spoolBytes - new Blob(others).size - key.length - dateDigits
  const parcel = batch && pack(batch, room, batch.events.length)
  if (parcel) localStorage.setItem(key, Date.now() + parcel.body_)
  else localStorage.removeItem(key)
}

/** Storage and locks throw where they are blocked; that is not the page's trouble. */
function attempt(action: () => unknown) {
  try {
    action()
  } catch {}
}
