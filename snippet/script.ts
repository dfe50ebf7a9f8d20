import { folderOf, type HostOptions, type Options } from '../loader/options.ts'
import type { Call, Stub } from '../loader/stub.ts'
import type { Chunks } from './chunks.ts'
import { begin, findPattern } from './first/beginning.ts'
import { isParsing } from './first/parsing.ts'
import { lent } from './lent.ts'
import { quietly } from './life.ts'
import { createPageObject } from './motif.ts'
import { readOwn } from './own.ts'
import type { Motif } from './public.d.ts'
import { query } from './select.ts'

/** The names of the files that were built with this one. */
declare const files: { [Name in keyof Chunks]: string }

/**
 * The classic script: takes over what the loader left in `window.motifJs`, or begins by itself. A second one in a page does
 * nothing. The page's object is `window.motif` unless the page has something else of that name; it is always
 * `window.motifJs`, too.
 */
const page = window as unknown as {
  motif?: Partial<Stub>
  motifJs?: Partial<Stub>
  hasOwnProperty(name: string): boolean
}

/**
 * Puts a file into the browser's cache, if that is needed: Firefox and WebKit hold the page's `load` back for an import that is
 * under way, and so for a file that never comes. Chromium does not. It alone has `userAgentData`.
 */
const fetchFirst = async (address: string) => {
  if (document.readyState !== 'complete' && !('userAgentData' in navigator))
    await (await fetch(address)).text()
}

const chunksAt = (host: string): Chunks => {
  const load = (file: string, more: () => unknown = () => {}) => {
    const address = `${host}/${file}`
    let fetched: Promise<unknown> | undefined
    return async () => {
      fetched ??= fetchFirst(address).catch(() => {})
      await fetched
      return (await import(address)).borrow({ ...lent, ...((await more()) as object) })
    }
  }
  const track = load(files.track)
  const follow = load(files.follow)
  return {
    follow,
    track,
    edge: load(files.edge, follow),
    html: load(files.html, follow),
    preview: load(files.preview, track),
    sanitiser: load(files.sanitiser),
    spool: load(files.spool, track),
    frameworks: load(files.frameworks, follow),
    editing: load(files.editing),
  }
}

/** What a loader hands over, and the snippet then removes from the page's object. */
const handed = ['tag', 'host', 'pattern', 'answer', 'sheet', 'calls', 'take'] as const

/**
 * Continues what the loader has begun, and makes the calls that have waited. If the page has broken what is needed, the
 * loader's object stays as it was: by its `calls` the loader knows that nothing will come.
 */
const takeOver = (stub: Partial<Stub>) => {
  const { tag, host = '', pattern, answer, sheet, calls, take } = stub
  const options = { ...tag, host }
  const { motif, scheduler, edit, proceed } = createPageObject(stub, options, chunksAt(host))
  for (const name of handed) delete stub[name]
  // Else the snippet was loaded by a call of `start`, or to edit.
  const isRun = !edit() && pattern
  proceed(isRun ? begin(pattern, options, hideNow(options), scheduler, { answer, sheet }) : undefined)
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
  const { motif, scheduler, edit, proceed } = createPageObject({}, options, chunksAt(options.host))
  page.motifJs = motif as Partial<Stub>
  if (!isPages('motif')) page.motif = page.motifJs
  const pattern = options.host && !edit() && findPattern(options)
  proceed(pattern ? begin(pattern, options, hideNow(options), scheduler) : undefined)
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
  // On the document itself an image named `currentScript`, which a visitor may have written, hides the property.
  const tag = (readOwn(document, 'currentScript') ?? usual) as HTMLScriptElement | undefined
  const options: Options = { ...window.motifOptions, ...tag?.dataset }
  return { ...options, host: folderOf(options.host || tag?.src || '') }
}

/** Whether the page itself has set a property of the window. An element with that id is not the window's own property. */
// biome-ignore lint/suspicious/noPrototypeBuiltins: `Object.hasOwn` came with Safari 15.4
const isPages = (name: 'motif') => page.hasOwnProperty(name)

/** Whether this is a loader's object: an element with the id `motif` is `window.motif` too, and cannot be trusted. */
const isOfLoader = (stub: Partial<Stub> | undefined) =>
  stub?.tag && stub.consent && Object.getPrototypeOf(stub) === Object.prototype

try {
  const { motif, motifJs } = page
  // A loader of an earlier version has only `motif`.
  const stub = [motifJs, motif].find(isOfLoader)
  if (stub) takeOver(stub)
  // Another script was here. An element with such an id has no `on`.
  else if (!motifJs?.on && !motif?.consent) startByItself()
} catch {
  // The page stays as it is.
}
