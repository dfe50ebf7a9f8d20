import { setUp } from './motif.ts'
import { startTracking } from './track/index.ts'

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = setUp(
  {},
  [{}, new URL(import.meta.url).origin, new Set(), undefined],
  async (name, host) => (name === 'track' ? { startTracking } : import(`${host}/preview.js`)),
)
