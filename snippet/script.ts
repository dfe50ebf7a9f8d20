import { findPattern, isParsing } from '../loader/begin.ts'
import { readOptions } from '../loader/options.ts'
import type { Handover, Stub } from '../loader/stub.ts'
import { beginHere } from './beginning.ts'
import type { Chunks } from './chunks.ts'
import { createPageObject } from './motif.ts'

/** The names of the files that were built with this one. */
declare const files: { [Name in keyof Chunks]: string }

/** The classic script: takes over the loader's `window.motif`, else makes its own. A second one in a page does nothing. */
const page = window as unknown as { motif?: Partial<Stub> }

const chunksAt = (host: string): Chunks => {
  const load = (file: string) => () => import(`${host}/${file}`)
  return {
    track: load(files.track),
    preview: load(files.preview),
    sanitiser: load(files.sanitiser),
    spool: load(files.spool),
    frameworks: load(files.frameworks),
  }
}

/** Goes on with what the loader has begun, and makes the calls that the page has made meanwhile. */
const takeOver = (stub: Partial<Stub>, handover: Handover) => {
  const { options, pattern, response, sheet, take } = handover
  delete stub.handover
  const { proceed } = createPageObject(stub, options, chunksAt(options.host))
  if (pattern && response) proceed({ pattern, response, sheet })
  take()
}

const startByItself = () => {
  const options = readOptions('snippet.js')
  const { motif, proceed } = createPageObject({}, options, chunksAt(options.host))
  const pattern = options.host && findPattern(options)
  Object.assign(page, { motif })
  proceed(pattern ? beginHere(pattern, options, isParsing() ? options.hide : '') : undefined)
}

try {
  const stub = page.motif
  if (stub?.handover) takeOver(stub, stub.handover)
  // An element with the id `motif` is `window.motif` too, but has no version.
  else if (!stub?.version) startByItself()
} catch {
  // Then the page is as it is.
}
