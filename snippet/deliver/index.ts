import type { Batch } from '../../wire/event.ts'
import type { Chunks } from '../chunks.ts'
import { type Outbox, openOutbox } from './outbox.ts'
import { loadSpool, spool } from './stored.ts'

let url: string
let outboxes: Outbox[] = []
let loading: Promise<void> | undefined

/**
 * Prepares to deliver.
 *
 * @param host where events go: `POST {host}/e`
 * @param storage the chunk that keeps unsent events in localStorage, where they may wait there
 */
export function startDelivery(host: string, storage: Chunks['spool'] | undefined) {
  url = `${host}/e`
  loading = storage ? loadSpool(storage, host, (visit, now) => open(visit, now).send_()) : undefined
}

/** Opens the outbox of a visit. */
export function open(visit: Batch, now: () => number): Outbox {
  const outbox = openOutbox(url, visit, now)
  outboxes.push(outbox)
  return outbox
}

/** Takes up what earlier documents left in storage, before each visit; or forgets all that waits, where that is refused. */
export function resume(isRefused?: unknown) {
  // What a frozen document had is in storage, and may be another's by now.
  if (isRefused || spool) {
    for (const outbox of outboxes) outbox.drop_()
    outboxes = []
  }
  loading?.then(() => spool?.resume(isRefused))
}
