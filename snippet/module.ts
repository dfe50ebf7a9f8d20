import { setUp } from './motif.ts'
import { startTracking } from './track/index.ts'

/** Where the module came from; bundled it may be of a file, or of nowhere, and then `start` has to say the host. */
const origin = /^https?:\/\/[^/]*/.exec(`${import.meta.url}`)?.[0] ?? ''

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = setUp({}, [{}, origin, new Set(), undefined], {
  track: async () => ({ startTracking }),
  // Each names its file, so that bundlers take it along.
  preview: () => import('./lazy/preview.ts'),
  sanitiser: () => import('./lazy/sanitiser.ts'),
  spool: () => import('./lazy/spool.ts'),
})
