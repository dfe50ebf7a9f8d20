import type { Logger } from 'pino'
import type { OpenDatabase } from '../base/database/database.ts'
import { NewerFormat } from '../base/database/stored-format.ts'
import { onConnection } from '../base/database/transaction.ts'
import { encodeArrivals } from './arrival-codec.ts'
import { setArrivalAside } from './arrivals-sql.ts'
import type { Arrival } from './changes.ts'
import type { KeptArrival } from './kept-arrivals.ts'
import type { MeasuredRecords } from './measured-records.ts'

/**
 * SQLSTATEs after which the same statement may succeed later: a conflict, a lock, a lack of disk space or memory, an
 * intervention of the operator, an internal error, a day without a partition.
 */
const temporaryStates = /^(08|25|40|53|55|57|58|XX)|^23514$/

/** Whether a failed write may succeed later, in this release or in the one that stored the state. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NewerFormat) return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && temporaryStates.test(code)
}

interface SetAsideOptions {
  store: OpenDatabase
  log: Logger
  records: MeasuredRecords
  onSetAside(): void
}

/** Returns a function that sets a batch aside that can never be rolled up, or a row that cannot be read. */
export function createSetAside({ store, log, records, onSetAside }: SetAsideOptions) {
  return async (
    kept: Omit<KeptArrival, 'arrival'> & { arrival?: Arrival },
    error: unknown,
  ): Promise<void> => {
    const { row, position, arrival } = kept
    const record = arrival && records.get(arrival.batch.pattern)
    const { name, code } = error as Error & { code?: string }
    const aside = {
      writer: row.writer,
      number: row.number,
      position,
      organization: record?.organization,
      content: record?.content,
      batches: arrival ? encodeArrivals([arrival]) : row.batches,
      error: code ?? name,
    }
    await onConnection(store, (client) => setArrivalAside(client, aside))
    log.error(
      { err: error, writer: row.writer, number: row.number, position },
      'a batch of events can never be rolled up: it was put into arrival_aside',
    )
    onSetAside()
  }
}
