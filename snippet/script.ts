import { folderOf, type Options } from '../loader/options.ts'
import { findPattern } from '../loader/pattern.ts'
import type { Call, Stub } from '../loader/stub.ts'
import { makeMotif } from './motif.ts'
import { query, quietly } from './page.ts'

/** What the names of the rare files that were built with this one have in common: `edge-HASH.js`. */
declare const hash: string

/** The page's object is `window.motifJs`, and `window.motif` unless the page has something else of that name. */
const page = window as unknown as {
  motif?: Partial<Stub>
  motifJs?: Partial<Stub>
}

/** Makes the calls that wait, in their order. From now on each call is made at once. */
function makeCalls(stub: Stub, calls: Call[]): void {
  const make = (call: Call) =>
    quietly(() => {
      const [method, args, returned] = call
      if (call.length > 2) returned?.()
      else call[2] = stub[method](...args)
    })
  calls.forEach(make)
  calls.push = make as never
}

/**
 * What a loader would hand over, by the attributes of the running tag over `window.motifOptions`. There is no current script in a
 * module, in `eval`, in a shadow root, or if a consent tool or Rocket Loader runs the script later. Then the first script that
 * looks like the tag is used.
 */
function beginByItself(): Partial<Stub> {
  const [usual] = query('script[data-host],script[src*="/snippet.js"]')
  const element = (document.currentScript ?? usual) as HTMLScriptElement | undefined
  const tag: Options = { ...window.motifOptions, ...element?.dataset }
  const host = folderOf(tag.host || element?.src || '')
  return { tag, host, pattern: (host && findPattern(tag)) || '', calls: [] }
}

quietly(() => {
  // An element with such an id has no `on`.
  const stub = page.motifJs?.on ? page.motifJs : beginByItself()
  const { tag, host = '', pattern, answer, sheet, calls } = stub
  // Another script is here.
  if (!calls) return
  page.motifJs = stub
  page.motif ??= stub
  const begin = makeMotif(stub as never, { ...tag, host }, (name) => import(`${host}/${name}-${hash}.js`))
  // By its `calls` the loader knows that nothing has come: the page has broken what is needed.
  delete stub.calls
  begin(pattern, { answer, sheet })
  makeCalls(stub as Stub, calls)
})
