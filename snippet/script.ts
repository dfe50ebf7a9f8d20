import { folderOf, type HostOptions, type Options } from '../loader/options.ts'
import type { Call, Stub } from '../loader/stub.ts'
import { begin, findPattern, isParsing } from './beginning.ts'
import type { Chunks } from './chunks.ts'
import { quietly } from './life.ts'
import { createPageObject } from './motif.ts'
import type { Motif } from './public.d.ts'
import { query } from './select.ts'

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
    editing: load(files.editing),
  }
}

/** Goes on with what the loader has begun, and makes the calls that the page has made meanwhile. */
const takeOver = (stub: Partial<Stub>) => {
  const { tag, host = '', pattern, answer, sheet, calls, take } = stub
  for (const name of Object.keys(stub)) Reflect.deleteProperty(stub, name)
  const options = { ...tag, host }
  const { motif, edit, proceed } = createPageObject(stub, options, chunksAt(host))
  const isRun = !edit() && pattern
  if (isRun) proceed(begin(pattern, options, hideNow(options), { answer, sheet }))
  // Loaded by a call of `start`, or to edit.
  else proceed()
  if (calls) makeCalls(calls, motif)
  take?.()
}

/** Makes the calls that wait, in their order, and from now on each at once. */
const makeCalls = (calls: Call[], motif: Motif) => {
  const methods = motif as unknown as Stub
  const make = (call: Call) =>
    quietly(() => {
      const [method, args, returned] = call
      if (call.length > 2) returned?.()
      else call[2] = methods[method](...args)
    })
  calls.forEach(make)
  Object.assign(calls, { push: make })
}

const startByItself = () => {
  const options = readOptions()
  const { motif, edit, proceed } = createPageObject({}, options, chunksAt(options.host))
  Object.assign(page, { motif })
  const pattern = options.host && !edit() && findPattern(options)
  proceed(pattern ? begin(pattern, options, hideNow(options)) : undefined)
}

/** What has been seen already is not hidden: that would be the flicker. */
const hideNow = ({ hide }: Options) => (isParsing() ? hide : '')

/**
 * The options of the tag that runs: attributes, over `window.motifOptions`. There is no current script in a module, an
 * `eval`, a shadow root, or where a consent tool or Rocket Loader runs it later; then the first that looks like the tag
 * is taken.
 */
const readOptions = (): HostOptions => {
  const [usual] = query('script[data-host],script[src*="/snippet.js"]')
  // An image of that name hides the document's own, and anybody who writes in the page may have put it there.
  const current = Reflect.get(Document.prototype, 'currentScript', document)
  const tag = (current ?? usual) as HTMLScriptElement | undefined
  const options: Options = { ...window.motifOptions, ...tag?.dataset }
  return { ...options, host: folderOf(options.host || tag?.src || '') }
}

/** Elements with the id `motif` are `window.motif` too, and what they lead to is anybody's. */
const isOfLoader = (stub: Partial<Stub>) => Object.getPrototypeOf(stub) === Object.prototype

try {
  const stub = page.motif
  if (stub?.tag && isOfLoader(stub)) takeOver(stub)
  // An element with the id `motif` is `window.motif` too, but has no `on`.
  else if (!stub?.on) startByItself()
} catch {
  // Then the page is as it is.
}
