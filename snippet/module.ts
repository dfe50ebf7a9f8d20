import { makeMotif } from './motif.ts'
import type { Motif, Report } from './public.d.ts'

const address = `${import.meta.url}`

/** The origin of the module. A bundled module may have none; then `start` needs `host`. */
const host = address.startsWith('http') ? address.slice(0, address.indexOf('/', 'https://'.length)) : ''

let resolveReady = (_: Promise<Report>) => {}

/** The report of the first `start`. */
export const ready = new Promise<Report>((resolve) => {
  resolveReady = resolve
})

const motif = {
  set ready(report: Promise<Report>) {
    resolveReady(report)
  },
} as Motif
/** By literal file names, so that bundlers include the files. */
const rare = {
  sanitiser: () => import('./rare/sanitiser.ts'),
  preview: () => import('./rare/preview.ts'),
  editing: () => import('./rare/editing.ts'),
  bridge: () => import('./rare/bridge.ts'),
  edge: () => import('./rare/edge.ts'),
  storage: () => import('./rare/storage.ts'),
}
makeMotif(motif, { host }, (name) => rare[name]() as never)

/** The ES module: what `window.motif` has, for pages that build their own script. It starts nothing by itself. */
export const { start, stop, consent, on, version } = motif
