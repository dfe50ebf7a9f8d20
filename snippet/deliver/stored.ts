import type { Batch } from '../../wire/event.ts'
import type { Spool, SpoolChunk } from '../lazy/spool.ts'

/** Keeps in storage what is not delivered; `undefined`: the tag does not allow it, or it cannot be. */
export let spool: Spool | undefined

/**
 * Loads what `data-storage="local"` takes.
 *
 * @param open takes what an earlier document left, as a visit with a clock of its own
 */
export async function loadSpool(host: string, open: (visit: Batch, now: () => number) => void) {
  try {
    const chunk: SpoolChunk = await import(`${host}/spool.js`)
    spool = chunk.openSpool(host, open)
  } catch {
    // Then nothing is kept.
  }
}
