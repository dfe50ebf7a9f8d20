import type { Stub } from '../loader/stub.ts'
import type { Chunks } from './chunks.ts'
import { setUp } from './motif.ts'

/** Names of the chunks' files, with the hash of their content; the build says them. */
declare const files: Record<keyof Chunks, string>

/** The classic script: takes over the loader's `window.motif`, else makes its own. A second one in a page does nothing. */
const page = window as unknown as { motif?: Partial<Stub> }
const stub = page.motif
const handover = stub?.handover_
const chunksAt = (host: string): Chunks => ({
  track: () => import(`${host}/${files.track}`),
  preview: () => import(`${host}/${files.preview}`),
  sanitiser: () => import(`${host}/${files.sanitiser}`),
  spool: () => import(`${host}/${files.spool}`),
})

if (stub && handover) {
  delete stub.handover_
  setUp(stub, handover, chunksAt(handover[1]))
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
  const host = dataset.host || src.split('/', 3).join('/')
  setUp(motif, [dataset, host, new Set(), undefined], chunksAt(host)).start()
}
