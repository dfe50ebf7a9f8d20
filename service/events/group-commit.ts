import { DomainError } from '../model/errors.ts'

/** How much may wait, and how long. */
export interface GroupLimits {
  /** The most items written together. */
  items: number
  /** Bytes of what waits or is being written; what comes beyond is refused. */
  bytes: number
  /** Milliseconds after which an item that is not committed is refused. */
  ageMs: number
}

interface Entry<T, R> {
  item: T
  bytes: number
  since: number
  resolve(result: R): void
  reject(error: unknown): void
}

/** Writes items together: see `createGroupCommit`. */
export interface GroupCommit<T, R> {
  /** Resolves with what `write` said of the item, once it is committed. Rejects with `unavailable` when the database stalls. */
  add(item: T, bytes: number): Promise<R>
  /** Bytes of all that is not committed yet. */
  waitingBytes(): number
}

const retryAfterSeconds = 5

/**
 * Gathers what comes while a write is under way into the next one: no timer, so that a lone item is written at once,
 * and a crowd shares one commit. What fails to be written is refused; the sender tries again, and what had been
 * committed after all is known by its number.
 */
export function createGroupCommit<T, R>(
  write: (items: T[]) => Promise<R[]>,
  limits: GroupLimits,
  onFailure: (error: unknown) => void,
): GroupCommit<T, R> {
  let waiting: Entry<T, R>[] = []
  let underWay: Entry<T, R>[] = []
  let isWriting = false
  let bytes = 0

  function add(item: T, size: number): Promise<R> {
    const oldest = underWay[0] ?? waiting[0]
    const stalled = oldest !== undefined && Date.now() - oldest.since > limits.ageMs
    if (stalled || bytes + size > limits.bytes) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      bytes += size
      waiting.push({ item, bytes: size, since: Date.now(), resolve, reject })
      startSoon()
      watch()
    })
  }

  /** After what has arrived by now has been read from its connections: one write for all of it. */
  function startSoon(): void {
    if (isWriting) return
    isWriting = true
    setImmediate(() => void writeAll())
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      underWay = waiting.splice(0, limits.items)
      await writeGroup(underWay)
      for (const entry of underWay) bytes -= entry.bytes
      underWay = []
    }
    isWriting = false
  }

  async function writeGroup(group: Entry<T, R>[]): Promise<void> {
    try {
      const results = await write(group.map((entry) => entry.item))
      group.forEach((entry, at) => {
        entry.resolve(results[at] as R)
      })
    } catch (error) {
      onFailure(error)
      for (const entry of group) entry.reject(unavailable())
    }
  }

  let timer: NodeJS.Timeout | undefined
  function watch(): void {
    timer ??= setInterval(refuseOld, limits.ageMs / 4).unref()
  }

  /** Nobody waits for ever: a write under way keeps its bytes until it ends, however it ends. */
  function refuseOld(): void {
    const before = Date.now() - limits.ageMs
    for (const entry of underWay) if (entry.since < before) entry.reject(unavailable())
    const old = waiting.filter((entry) => entry.since < before)
    if (old.length > 0) waiting = waiting.filter((entry) => entry.since >= before)
    for (const entry of old) {
      bytes -= entry.bytes
      entry.reject(unavailable())
    }
    if (underWay.length > 0 || waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return { add, waitingBytes: () => bytes }
}

function unavailable(): DomainError {
  return new DomainError('unavailable', '', retryAfterSeconds)
}
