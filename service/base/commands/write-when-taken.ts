import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Writes, and resolves when the reader takes more. It resolves, too, once nobody reads any more, or `signal` aborts. */
export async function writeWhenTaken(to: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (to.write(text) || signal.aborted) return
  await once(to, 'drain', { signal }).catch(() => {})
}
