import type { Batch } from '../../wire/event.ts'
import type { SpoolFile } from '../rare/spool.ts'
import type { Scheduler } from '../scheduler.ts'
import { type Line, type Outbox, openOutbox } from './outbox.ts'
import { collectorOf } from './request.ts'

/** Delivers what a page measures to the collector: the outboxes of its visits, and what earlier documents left. */
export interface Delivery {
  /** Opens the outbox of a visit, whose clock is `now`. */
  open(visit: Batch, now: () => number): Outbox
  /** Takes over what earlier documents left in storage. Called before each visit. */
  resume(): void
  /** Forgets everything that waits, in storage too, because measuring is refused. */
  drop(): void
  /** Leaves what is in storage to the next document, because the page is left and may be frozen. */
  release(): void
}

/**
 * @param host where events go: `POST {host}/e`
 * @param isStored whether unsent events may wait in localStorage
 * @param unsent the page's outboxes that have something to send
 */
export const startDelivery = (
  host: string,
  isStored: boolean,
  { spool: loadSpool }: SpoolFile,
  scheduler: Scheduler,
  unsent: Set<Outbox>,
): Delivery => {
  const line: Line = { url: collectorOf(host), scheduler, bytesInFlight: 0, unsent }
  let outboxes: Outbox[] = []

  const open = (visit: Batch, now: () => number) => {
    const outbox = openOutbox(line, visit, now)
    outboxes.push(outbox)
    return outbox
  }

  const dropOutboxes = () => {
    for (const outbox of outboxes) outbox.drop()
    outboxes = []
  }

  const loadAndOpen = async () => {
    try {
      const { openSpool } = await loadSpool()
      line.spool = openSpool(host, (visit, now) => open(visit, now).leave())
    } catch {
      // Without the chunk nothing is kept.
    }
  }

  const loading = isStored ? loadAndOpen() : undefined
  return {
    open,
    resume() {
      // While this document was frozen, another one may have taken over what it had in storage.
      if (line.spool) dropOutboxes()
      loading?.then(() => line.spool?.resume())
    },
    drop() {
      dropOutboxes()
      loading?.then(() => line.spool?.clear())
    },
    release() {
      line.spool?.release()
    },
  }
}
