import { createMotif } from './motif.ts'
import { startTracking } from './track/tracking.ts'

const chunks = {
  track: async () => ({ startTracking }),
  preview: () => import('./chunks/preview.ts'),
  sanitiser: () => import('./chunks/sanitiser.ts'),
  spool: () => import('./chunks/spool.ts'),
}

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = createMotif(
  {},
  { host: new URL(import.meta.url).origin },
  chunks,
).motif
