import type { Report } from '../wire/event.ts'
import { isPattern } from '../wire/limits.ts'
import { defaultTimeoutMs, hidingRule } from './begin.ts'
import { behindFolder, type Options } from './options.ts'
import { type Call, methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, requests the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. If a marketer comes to edit the page, it loads the snippet and
 * leaves everything else to it.
 *
 * It is pasted into pages and has to stay near 1,024 bytes. So some of what the snippet has functions for is inline here.
 */
declare const version: string

const page: { motif?: Partial<Stub>; motifOptions?: Options; name: string; 'motif-record'?: never } =
  self as never
const view = document
/** The browser's own properties: on the document itself an `<img name="currentScript">`, which a visitor may have written, hides one. */
const real = Document.prototype
const element = (Reflect.get(real, 'currentScript', view) ??
  real.querySelector.call(view, 'script[data-host]')) as HTMLScriptElement | null
const tag = { ...page.motifOptions, ...element?.dataset } as Options
const host = (tag.host || element?.src)?.replace(behindFolder, '')
const inLink = () => new URL(location as never).searchParams.get(tag.param || 'pattern')
/** `loading` sorts after `l`, `interactive` and `complete` before it. */
const isParsing = () => view.readyState > 'l'
let pattern: string | false | null | undefined = host && [inLink(), tag.pattern].find(isPattern)

/** What `ready` resolves to. If nothing is loaded, nothing is applied. */
let report: Report | Promise<Report> = { applied: [], missing: [], refused: [], contested: [] }

/** Polls, because a visitor without a pattern must not get a listener. */
const answerWhenParsed = (answer: (one: typeof report) => void): unknown =>
  isParsing() ? setTimeout(answerWhenParsed, 50, answer) : answer(report)

/** Loaded by `import()` the snippet needs no script element, and so no nonce and no Trusted Types policy. */
const load = (former = report) =>
  (report = motif.ready =
    import(host + '/snippet.js').then(
      // By then `ready` is the snippet's own.
      () => motif.ready,
      () => former,
    ))

/** `requestAnimationFrame` with a second argument, which is evaluated before the frame is requested. */
type NextFrame = (run: () => unknown, _first: unknown) => unknown

const calls: Call[] = []
const motif = { version, tag, host, pattern, calls, ready: new Promise(answerWhenParsed) } as Stub

methods.map((method, at) => {
  const queue = (...call: unknown[]) => {
    // The first method is `start`: it loads the snippet.
    if (!at) load()
    // The same array is in the queue and in the function that ends `on`: the snippet adds to it what the call returned.
    calls.push((call = [method, call]) as Call)
    return () => calls.push(call as Call)
  }
  return (motif[method] = queue)
})

// `motif-edit` is in the address that has a ticket, and in the window's name while the tab has a session (storage may
// throw). Then there is no run; the snippet checks the details.
if (/tif-edit/.test((location as never) + page.name)) pattern = !load()

// An element with the id `motif` is `window.motif` too, but has no `on`.
if (!page.motif?.on) {
  page.motif = motif
  if (pattern)
    try {
      // The edge's record in the page, by its id; else a request. After a failure the answer is no record.
      motif.answer = page['motif-record'] || fetch(host + '/p/' + pattern).catch(isParsing as never)
      load()
      const sheet = (motif.sheet = new CSSStyleSheet())
      const sheets = view.adoptedStyleSheets
      // If the page assigns its own sheets, this one is added again before the next paint.
      const adopt = (): unknown =>
        sheet.disabled ||
        (requestAnimationFrame as NextFrame)(adopt, sheets.includes(sheet) || sheets.push(sheet))
      setTimeout(() => (sheet.disabled = true), (tag.timeout || defaultTimeoutMs) as number)
      sheet.replaceSync(hidingRule(tag.hide))
      // What visitors have seen already is not hidden: that would flicker.
      if (isParsing()) adopt()
    } catch {
      // The page's `fetch` throws, or the browser has no constructable style sheets: the page stays as it is.
    }
}
