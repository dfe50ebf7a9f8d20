import { createPageObject } from './motif.ts'
import { startTracking } from './track/tracking.ts'

const chunks = {
  track: async () => ({ startTracking }),
  // Each names its file, so that bundlers take it along.
  preview: () => import('./chunks/preview.ts'),
  sanitiser: () => import('./chunks/sanitiser.ts'),
  spool: () => import('./chunks/spool.ts'),
  frameworks: () => import('./chunks/frameworks.ts'),
  editing: () => import('./chunks/editing.ts'),
}

/** Where the module came from; bundled it may be of a file, or of nowhere, and then `start` has to say the host. */
const host = /^https?:\/\/[^/]*/.exec(`${import.meta.url}`)?.[0] ?? ''

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = createPageObject({}, { host }, chunks).motif
