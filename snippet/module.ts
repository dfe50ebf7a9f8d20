import { setUp } from './motif.ts'
import { startTracking } from './track/tracking.ts'

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = setUp(
  {},
  [{}, new URL(import.meta.url).origin, new Set(), undefined],
  (host) => ({
    track: async () => ({ startTracking }),
    preview: () => import(`${host}/preview.js`),
    sanitiser: () => import(`${host}/sanitiser.js`),
    spool: () => import(`${host}/spool.js`),
  }),
)
