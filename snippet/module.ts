import { makeMotif } from './motif.ts'

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, ready, version } = makeMotif({}, new URL(import.meta.url).origin)
