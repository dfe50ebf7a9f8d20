import type { Stub } from '../loader/stub.ts'
import { type Loader, setUp } from './motif.ts'

/** The classic script: takes over the loader's `window.motif`, else makes its own. A second one in a page does nothing. */
const page = window as unknown as { motif?: Partial<Stub> }
const stub = page.motif
const handover = stub?.handover_
const load: Loader = (host) => ({
  track: () => import(`${host}/track.js`),
  preview: () => import(`${host}/preview.js`),
  sanitiser: () => import(`${host}/sanitiser.js`),
  spool: () => import(`${host}/spool.js`),
})

if (stub && handover) {
  delete stub.handover_
  setUp(stub, handover, load)
  const calls = handover[2]
  calls.add = (call) => {
    calls.delete(call)
    call[2] = stub[call[0]]?.(...call[1])
    return calls
  }
  calls.forEach(calls.add)
} else if (!stub?.version) {
  // An element with the id `motif` is `window.motif` too, but has no version.
  const { src, dataset } = document.currentScript as HTMLScriptElement
  const motif = {}
  page.motif = motif
  setUp(motif, [dataset, dataset.host || src.split('/', 3).join('/'), new Set(), undefined], load).start()
}
