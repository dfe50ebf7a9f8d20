import { DomainError } from '../../base/words/errors.ts'

/** How much may wait, and for how long. */
interface GroupLimits {
  items: number
  /** The most bytes written together; a single item may have more. */
  bytesTogether: number
  /** Bytes that may wait or be under way; more is refused. */
  bytes: number
  /** After how many milliseconds an item that is not committed is refused. */
  ageMs: number
}

interface Entry<T, R> {
  item: T
  bytes: number
  since: number
  timer: NodeJS.Timeout
  resolve(result: R): void
  reject(error: unknown): void
}

const retryAfterSeconds = 5

/**
 * Writes the items that arrive during one write together in the next. No item waits for others: a lone one is written at
 * once, and a crowd shares one commit. Items that cannot be written are refused; their sender retries, and numbers tell
 * what had been committed after all.
 */
export function createGroupCommit<T, R>(
  write: (items: T[]) => Promise<R[]>,
  limits: GroupLimits,
  onFailure: (error: unknown) => void,
) {
  let waiting: Entry<T, R>[] = []
  let underWay: Entry<T, R>[] = []
  let isWriting = false
  let bytes = 0

  /** Resolves with the result of `write`, once it is committed. Rejects with `unavailable` when the database stalls. */
  function add(item: T, size: number): Promise<R> {
    const since = performance.now()
    const stalled = since - (underWay[0]?.since ?? since) > limits.ageMs
    if (stalled || bytes + size > limits.bytes) return Promise.reject(unavailable())
    bytes += size
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => refuse(entry), limits.ageMs).unref()
      const entry: Entry<T, R> = { item, bytes: size, since, timer, resolve, reject }
      waiting.push(entry)
      if (isWriting) return
      isWriting = true
      // Once everything that has arrived is read from its connections, so that one write takes all of it.
      setImmediate(() => void writeAll())
    })
  }

  /** The bytes of a write under way count until it ends. */
  function refuse(entry: Entry<T, R>): void {
    entry.reject(unavailable())
    if (!waiting.includes(entry)) return
    waiting = waiting.filter((each) => each !== entry)
    bytes -= entry.bytes
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      underWay = waiting.splice(0, countTogether())
      await writeGroup(underWay)
      for (const entry of underWay) {
        clearTimeout(entry.timer)
        bytes -= entry.bytes
      }
      underWay = []
    }
    isWriting = false
  }

  function countTogether(): number {
    let sum = 0
    const beyond = waiting.findIndex((entry) => {
      sum += entry.bytes
      return sum > limits.bytesTogether
    })
    return Math.min(limits.items, beyond < 0 ? waiting.length : Math.max(1, beyond))
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

  return { add, /** Bytes of all that is not committed yet. */ waitingBytes: () => bytes }
}

function unavailable(): DomainError {
  return new DomainError('unavailable', '', retryAfterSeconds)
}
