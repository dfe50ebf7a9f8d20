import { begin, findPattern, hidingNothingSeen } from '../loader/begin.ts'
import { readOptions } from '../loader/options.ts'
import type { Call, Handover, Stub } from '../loader/stub.ts'
import type { Chunks } from './chunks.ts'
import { createMotif } from './motif.ts'

/** The names of the files that were built with this one. */
declare const files: { [Name in keyof Chunks]: string }

/** The classic script: takes over the loader's `window.motif`, else makes its own. A second one in a page does nothing. */
const page = window as unknown as { motif?: Partial<Stub> }

const chunksAt = (host: string): Chunks => ({
  track: () => import(`${host}/${files.track}`),
  preview: () => import(`${host}/${files.preview}`),
  sanitiser: () => import(`${host}/${files.sanitiser}`),
  spool: () => import(`${host}/${files.spool}`),
})

/** Goes on with what the loader has begun, and makes the calls that the page has made meanwhile. */
const takeOver = (stub: Partial<Stub>, handover: Handover) => {
  const { options, beginning, calls } = handover
  delete stub.handover
  const { motif, proceed } = createMotif(stub, options, chunksAt(options.host))
  if (beginning) proceed(beginning)
  handover.make = (call: Call) => {
    const method = motif[call.method] as (...args: unknown[]) => (() => void) | undefined
    if (!call.isOver) call.end = method(...call.args)
  }
  calls.forEach(handover.make)
}

const startByItself = () => {
  const options = readOptions('snippet.js')
  const { motif, proceed } = createMotif({}, options, chunksAt(options.host))
  const pattern = options.host && findPattern(options)
  Object.assign(page, { motif })
  proceed(pattern ? begin(pattern, options.host, hidingNothingSeen(options)) : undefined)
}

try {
  const stub = page.motif
  if (stub?.handover) takeOver(stub, stub.handover)
  // An element with the id `motif` is `window.motif` too, but has no version.
  else if (!stub?.version) startByItself()
} catch {
  // Then the page is as it is.
}
