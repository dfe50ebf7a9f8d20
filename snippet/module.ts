import { createPageObject } from './motif.ts'
import { startTracking } from './track/tracking.ts'

const chunks = {
  track: async () => ({ startTracking }),
  // Literal file names, so that bundlers include the files.
  follow: () => import('./follow/follow.ts'),
  edge: () => import('./rare/edge.ts'),
  html: () => import('./rare/html.ts'),
  preview: () => import('./rare/preview.ts'),
  sanitiser: () => import('./rare/sanitiser.ts'),
  spool: () => import('./rare/spool.ts'),
  frameworks: () => import('./rare/frameworks.ts'),
  editing: () => import('./rare/editing.ts'),
}

const address = `${import.meta.url}`

/** The origin of the module. A bundled module may have none; then `start` needs `host`. */
const host = address.startsWith('http') ? address.slice(0, address.indexOf('/', 'https://'.length)) : ''

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = createPageObject({}, { host }, chunks).motif
