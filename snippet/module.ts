import type { Report } from '../wire/event.ts'
import { setUp } from './motif.ts'
import { startTracking } from './track/index.ts'

let answer: (report: Report | Promise<Report>) => void = () => {}

/** The report of the first `start`. */
export const ready = new Promise<Report>((resolve) => {
  answer = resolve
})

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, version } = setUp(
  {},
  [{}, new URL(import.meta.url).origin, new Set(), answer, undefined],
  async (name, host) => (name === 'track' ? { startTracking } : import(`${host}/preview.js`)),
)
