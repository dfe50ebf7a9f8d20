import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { onConnection } from '../base/database/transaction.ts'
import { isUnavailable } from '../base/database/unavailable.ts'
import { type ArrivalRow, freeArrivals, readArrivals, removeArrivals } from './arrivals-sql.ts'
import { decodeRows, type KeptArrival } from './kept-arrivals.ts'
import { createSetAside, isTemporary } from './set-aside.ts'
import { type WriteOptions, type Written, writeArrivals } from './write-arrivals.ts'

/** Turns stored arrivals into visits, tallies and events: see `createRollUp`. */
export interface RollUp {
  /** Plans the roll-up of this many new batches. */
  schedule(batches: number): void
  /** Resolves at once, unless too many batches wait: then once they are rolled up. */
  catchUp(): Promise<void>
  /** Resolves once all arrivals that any process has stored by now are rolled up. */
  flush(): Promise<void>
  /** Stops its timers, and flushes. */
  finish(): Promise<void>
}

interface RollUpOptions extends WriteOptions {
  log: Logger
  /** Id of this process in the rows of arrivals. */
  writer: string
  onWritten(written: Written): void
  /** Called after a commit that has enqueued notices. */
  onNotices(): void
  /** Called when a batch can never be rolled up and was set aside. */
  onSetAside(): void
}

/** How long batches are collected, so that each visit and record is written once for all of them. */
const gatherMs = 250
/** How often the arrivals of all processes are rolled up, those of a killed one too. */
const flushEveryMs = 5000
/**
 * Batches in one transaction: a sixteenth of those that wait. On the embedded database new arrivals wait for it: few
 * batches keep that short, more of them let the roll-up catch up with a crowd.
 */
const batchesAtOnce = { fewest: 48, most: 512, share: 1 / 16 }
/** What is read at once: some megabytes, five times as much when decoded. */
const readAtOnce = { rows: 64, bytes: 4 * 1024 * 1024 }
/** After how many deleted rows their space is freed. */
const rowsToFree = 64
/** How many batches may wait. */
const maxBehind = 20_000

/**
 * Rolls up the rows of this process shortly after they are stored; and every few seconds those of all processes, so
 * that nothing is left behind by one that was killed. Failures are logged and retried: a row is only deleted once it is
 * written.
 */
export function createRollUp(options: RollUpOptions): RollUp {
  const { store, log, writer, onWritten, onNotices } = options
  const setAside = createSetAside(options)
  let behind = 0
  let removed = 0
  let timer: NodeJS.Timeout | undefined
  const inTurn = pLimit(1)
  let flushing: Promise<void> | undefined
  const flushTimer = setInterval(() => void flush().catch(logFailure), flushEveryMs).unref()
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

  /** Callers share a run that has not started yet. */
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
      // From row to row: one that has to stay does not hold up those after it.
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
      if (written.hasNotices) onNotices()
    } catch (error) {
      if (isUnavailable(error as Error)) throw error
      if (kept.length > 1) for (const each of kept) await writeSome([each], stay)
      else await fail(kept[0] as KeptArrival, stay, error)
    }
  }

  /** A batch that cannot be written now stays; one that never can is set aside. */
  async function fail(
    kept: Omit<KeptArrival, 'arrival'>,
    stay: Set<ArrivalRow>,
    error: unknown,
  ): Promise<void> {
    if (isTemporary(error)) {
      logFailure(error)
      stay.add(kept.row)
    } else await setAside(kept, error)
  }

  function logFailure(error: unknown): void {
    log.error({ err: error }, 'stored events could not be rolled up; it will be retried')
  }

  async function finish(): Promise<void> {
    clearInterval(flushTimer)
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
