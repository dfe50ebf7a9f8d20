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

/** The classic script: takes over the loader's `window.motif`, or makes its own. A second one in a page does nothing. */
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

/** Continues what the loader has begun, and makes the calls that have waited. */
const takeOver = (stub: Partial<Stub>) => {
  const { tag, host = '', pattern, answer, sheet, calls, take } = stub
  for (const name of Object.keys(stub)) Reflect.deleteProperty(stub, name)
  const options = { ...tag, host }
  const { motif, edit, proceed } = createPageObject(stub, options, chunksAt(host))
  const isRun = !edit() && pattern
  if (isRun) proceed(begin(pattern, options, hideNow(options), { answer, sheet }))
  // The snippet was loaded by a call of `start`, or to edit.
  else proceed()
  if (calls) makeCalls(calls, motif)
  take?.()
}

/** Makes the calls that wait, in their order. From now on each call is made at once. */
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

/** What visitors have seen already is not hidden: that would flicker. */
const hideNow = ({ hide }: Options) => (isParsing() ? hide : '')

/**
 * The options of the running tag: attributes, over `window.motifOptions`. There is no current script in a module, in
 * `eval`, in a shadow root, or if a consent tool or Rocket Loader runs the script later. Then the first script that looks
 * like the tag is used.
 */
const readOptions = (): HostOptions => {
  const [usual] = query('script[data-host],script[src*="/snippet.js"]')
  // An image named `currentScript` would hide the document's property, and anybody who can write in the page could add one.
  const current = Reflect.get(Document.prototype, 'currentScript', document)
  const tag = (current ?? usual) as HTMLScriptElement | undefined
  const options: Options = { ...window.motifOptions, ...tag?.dataset }
  return { ...options, host: folderOf(options.host || tag?.src || '') }
}

/** Whether `window.motif` is the loader's object: an element with the id `motif` is `window.motif` too, and cannot be trusted. */
const isOfLoader = (stub: Partial<Stub>) => Object.getPrototypeOf(stub) === Object.prototype

try {
  const stub = page.motif
  if (stub?.tag && isOfLoader(stub)) takeOver(stub)
  // An element with the id `motif` is `window.motif` too, but has no `on`.
  else if (!stub?.on) startByItself()
} catch {
  // The page stays as it is.
}
