import type { Batch } from '../../wire/event.ts'
import type { Chunks } from '../chunks.ts'
import type { Spool } from '../lazy/spool.ts'

/** Keeps in storage what is not delivered; `undefined`: the tag does not allow it, or it cannot be. */
export let spool: Spool | undefined

/**
 * Loads what `data-storage="local"` takes.
 *
 * @param open takes what an earlier document left, as a visit with a clock of its own
 */
export async function loadSpool(
  load: Chunks['spool'],
  host: string,
  open: (visit: Batch, now: () => number) => void,
) {
  try {
    const { openSpool } = await load()
    spool = openSpool(host, open)
  } catch {
    // Then nothing is kept.
  }
}
