import type { Batch } from '../../wire/event.ts'
import type { Spool, SpoolChunk } from '../lazy/spool.ts'
import { type Outbox, openOutbox } from './outbox.ts'

let url: string
let outboxes: Outbox[] = []
let spool: Spool | undefined
let loading: Promise<void> | undefined

/**
 * Prepares to deliver.
 *
 * @param host where events go, `POST {host}/e`
 * @param isStored whether unsent events may wait in localStorage; that takes Web Locks, and those take https
 */
export function startDelivery(host: string, isStored: boolean) {
  url = `${host}/e`
  loading = isStored && navigator.locks ? loadSpool(host).catch(() => {}) : undefined
}

async function loadSpool(host: string) {
  const chunk: SpoolChunk = await import(`${host}/spool.js`)
  spool = chunk.openSpool(host, (visit, now) => {
    const outbox = open(visit, now)
    outbox.send_()
    outbox.secure_()
  })
}

/** Opens the outbox of a visit. */
export function open(visit: Batch, now: () => number): Outbox {
  const outbox = openOutbox(url, visit, now, (...news) => spool?.save(...news))
  outboxes.push(outbox)
  return outbox
}

/** Takes up what earlier documents left in storage: before each visit. */
export function resume() {
  // What a frozen document had is in storage, and may be another's by now.
  if (spool) dropOutboxes()
  loading?.then(() => spool?.adopt())
}

/** Lets others take what waits in storage: the page is left, and may be frozen. */
export function release() {
  spool?.release()
}

/** Forgets what waits, in storage too. */
export function drop() {
  dropOutboxes()
  loading?.then(() => spool?.clear())
}

function dropOutboxes() {
  for (const outbox of outboxes) outbox.drop_()
  outboxes = []
}
