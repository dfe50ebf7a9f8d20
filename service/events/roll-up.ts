import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type ArrivalRow, freeArrivals, readArrivals, removeArrivals } from '../store/arrivals.ts'
import { onConnection } from '../store/transaction.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { decodeRows, type KeptArrival } from './kept-arrivals.ts'
import { createSetAside, isWorthAnotherTry } from './set-aside.ts'
import { type WriteOptions, type Written, writeArrivals } from './write-arrivals.ts'

/** Brings what was kept into visits, tallies and events: see `createRollUp`. */
export interface RollUp {
  /** Says that so many batches were kept: they are written soon. */
  schedule(batches: number): void
  /** Resolves at once, unless the database falls behind: then once it has caught up. */
  catchUp(): Promise<void>
  /** Resolves once all that any process has kept by now is written. */
  flush(): Promise<void>
  /** Stops what runs by the clock, and flushes. */
  finish(): Promise<void>
}

interface RollUpOptions extends WriteOptions {
  log: Logger
  /** Names the rows of this process. */
  writer: string
  onWritten(written: Written): void
  /** Told when webhooks are to be told of something. */
  onTold(): void
  /** A batch can never be written and was set aside. */
  onSetAside(): void
}

/** How long batches gather: one write for a visit and for a record, whatever came of them meanwhile. */
const gatherMs = 250
/** What a process has kept and cannot write, another one does, or itself after its next start. */
const lookAroundMs = 5000
/**
 * Batches in one transaction, a sixteenth of what lies unwritten. On the embedded database a row that is to be kept
 * waits for it: few keep that short, and more of them let the roll-up catch up with a crowd.
 */
const batchesAtOnce = { fewest: 48, most: 512, share: 1 / 16 }
/** What is in memory at once: some megabytes, five times as much when it is decoded. */
const readAtOnce = { rows: 64, bytes: 4 * 1024 * 1024 }
/** Rows whose places are freed together. */
const rowsToFree = 64
/** Batches that may lie unwritten. */
const maxBehind = 20_000

/**
 * Writes the rows that this process has kept, shortly after; and every few seconds those of all processes, so that
 * nothing stays behind when one is killed. Failures are logged and tried again: nothing is removed that is not written.
 */
export function createRollUp(options: RollUpOptions): RollUp {
  const { store, log, writer, onWritten, onTold } = options
  const setAside = createSetAside(options)
  let behind = 0
  let removed = 0
  let timer: NodeJS.Timeout | undefined
  const inTurn = pLimit(1)
  let flushing: Promise<void> | undefined
  const lookAround = setInterval(() => void flush().catch(logFailure), lookAroundMs).unref()
  void flush().catch(logFailure)

  function schedule(batches: number): void {
    behind += batches
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(writeRows, writer).catch(logFailure)
    }, gatherMs).unref()
  }

  async function catchUp(): Promise<void> {
    if (behind > maxBehind) await flush()
  }

  /** Callers that come while a run waits for its turn share it. */
  function flush(): Promise<void> {
    flushing ??= inTurn(() => {
      flushing = undefined
      return writeRows()
    })
    return flushing
  }

  async function writeRows(of?: string): Promise<void> {
    const before = behind
    let last: ArrivalRow | undefined
    do {
      // From row to row: what has to stay holds back nothing behind it.
      const after = last
      const rows = await onConnection(store, (client) => readArrivals(client, of, readAtOnce, after))
      if (rows.length > 0) await writeAndRemove(rows)
      last = isFull(rows) ? rows.at(-1) : undefined
    } while (last)
    // Another process may have written some of them.
    behind -= before
  }

  async function writeAndRemove(rows: ArrivalRow[]): Promise<void> {
    const stay = new Set<ArrivalRow>()
    const kept = await decodeRows(rows, (unreadable, error) => fail(unreadable, stay, error))
    while (kept.length > 0) await writeSome(kept.splice(0, batchesAtOnceFor(behind)), stay)
    const written = rows.filter((row) => !stay.has(row))
    await onConnection(store, (client) => removeArrivals(client, written))
    removed += written.length
    if (removed < rowsToFree) return
    removed = 0
    await onConnection(store, freeArrivals)
  }

  async function writeSome(kept: KeptArrival[], stay: Set<ArrivalRow>): Promise<void> {
    try {
      const arrivals = kept.map(({ arrival }) => arrival)
      const written = await writeArrivals(options, arrivals)
      onWritten(written)
      if (written.isTold) onTold()
    } catch (error) {
      if (isUnavailable(error as Error)) throw error
      if (kept.length > 1) for (const each of kept) await writeSome([each], stay)
      else await fail(kept[0] as KeptArrival, stay, error)
    }
  }

  /** What cannot be written now stays; what never can is set aside. */
  async function fail(
    kept: Omit<KeptArrival, 'arrival'>,
    stay: Set<ArrivalRow>,
    error: unknown,
  ): Promise<void> {
    if (isWorthAnotherTry(error)) {
      logFailure(error)
      stay.add(kept.row)
    } else await setAside(kept, error)
  }

  function logFailure(error: unknown): void {
    log.error({ err: error }, 'events that are kept could not be rolled up; it will be tried again')
  }

  async function finish(): Promise<void> {
    clearInterval(lookAround)
    clearTimeout(timer)
    await flush().catch(logFailure)
  }

  return { schedule, catchUp, flush, finish }
}

function batchesAtOnceFor(behind: number): number {
  const { fewest, most, share } = batchesAtOnce
  return Math.min(most, Math.max(fewest, Math.ceil(behind * share)))
}

function isFull(rows: ArrivalRow[]): boolean {
  const bytes = rows.reduce((sum, { batches }) => sum + batches.length, 0)
  return rows.length >= readAtOnce.rows || bytes >= readAtOnce.bytes
}
