import { folderOf, type HostOptions, type Options } from '../loader/options.ts'
import type { Stub } from '../loader/stub.ts'
import { begin, findPattern, isParsing } from './beginning.ts'
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
const takeOver = (stub: Partial<Stub>) => {
  const { tag, host = '', pattern, answer, sheet = {}, take } = stub
  for (const name of Object.keys(stub)) Reflect.deleteProperty(stub, name)
  const { proceed } = createPageObject(stub, { ...tag, host }, chunksAt(host))
  if (pattern && answer) proceed({ pattern, answer, sheet })
  take?.()
}

const startByItself = () => {
  const options = readOptions()
  const { motif, proceed } = createPageObject({}, options, chunksAt(options.host))
  const pattern = options.host && findPattern(options)
  Object.assign(page, { motif })
  proceed(pattern ? begin(pattern, options, isParsing() ? options.hide : '') : undefined)
}

/**
 * The options of the tag that runs: attributes, over `window.motifOptions`. There is no current script in a module, an
 * `eval`, a shadow root, or where a consent tool or Rocket Loader runs it later; then the first that looks like the tag
 * is taken.
 */
const readOptions = (): HostOptions => {
  const usual = '[data-host],[src*="/snippet.js"]'
  const tag = (document.currentScript ?? document.querySelector(usual)) as HTMLScriptElement | null
  const options: Options = { ...window.motifOptions, ...tag?.dataset }
  return { ...options, host: folderOf(options.host || tag?.src || '') }
}

try {
  const stub = page.motif
  if (stub?.take) takeOver(stub)
  // An element with the id `motif` is `window.motif` too, but has no `on`.
  else if (!stub?.on) startByItself()
} catch {
  // Then the page is as it is.
}
