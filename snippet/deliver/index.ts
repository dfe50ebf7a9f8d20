import type { Batch } from '../../wire/event.ts'
import { type Outbox, openOutbox, type Save } from './outbox.ts'
import { openSpool } from './spool.ts'

/** All that this document has to deliver: its visits' events, and what earlier documents left in storage. */
export interface Delivery {
  /** Opens the outbox of a new visit. */
  open_(visit: Batch, now: () => number): Outbox
  /** Takes up what waits in storage: before each visit. */
  resume_(): void
  /** Lets others take what waits in storage: the page is left, and may be frozen. */
  release_(): void
  /** Forgets what waits, in storage too. */
  drop_(): void
}

/**
 * @param host where events go: `POST {host}/e`
 * @param isStored whether unsent events may wait in localStorage; that takes Web Locks, and those take https
 */
export function startDelivery(host: string, isStored: boolean): Delivery {
  const spool = isStored && navigator.locks ? openSpool(host) : undefined
  let outboxes: Outbox[] = []

  const open = (visit: Batch, now: () => number, isOpen: boolean, save?: Save) => {
    const outbox = openOutbox(`${host}/e`, visit, now, isOpen, save)
    outboxes.push(outbox)
    return outbox
  }

  const drop = () => {
    for (const outbox of outboxes) outbox.drop_()
    outboxes = []
  }

  return {
    open_: (visit, now) => open(visit, now, false, spool?.own_(visit.visit)),
    resume_() {
      if (!spool) return
      // What a frozen document had is in storage, and may be another's by now.
      drop()
      spool.adopt_((visit, now, save) => {
        const outbox = open(visit, now, true, save)
        outbox.send_()
        outbox.secure_()
      })
    },
    release_: () => spool?.release_(),
    drop_() {
      drop()
      spool?.clear_()
    },
  }
}
