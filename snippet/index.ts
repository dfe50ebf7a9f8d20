import type { Stub } from '../loader/stub.ts'
import { makeMotif, setUp } from './motif.ts'

/** The classic script: takes over the loader's `window.motif`, else makes its own. A second one in a page does nothing. */
const page = window as unknown as { motif?: Partial<Stub> }
const stub = page.motif
const handover = stub?.handover_

if (stub && handover) {
  delete stub.handover_
  setUp(stub, handover)
  const calls = handover[2]
  calls.add = (call) => {
    calls.delete(call)
    call[2] = stub[call[0]]?.(...call[1])
    return calls
  }
  for (const call of calls) calls.add(call)
}
// An element with the id `motif` is `window.motif` too, but has no version.
else if (!stub?.version) {
  const { src = '', dataset = {} } = (document.currentScript ?? {}) as HTMLScriptElement
  const motif = makeMotif(dataset, dataset.host || src.split('/', 3).join('/'))
  page.motif = motif as unknown as Stub
  motif.start()
}
