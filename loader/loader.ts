import type { Report } from '../wire/event.ts'
import { toPattern } from '../wire/limits.ts'
import { defaultTimeoutMs, hidingRule } from './begin.ts'
import { behindFolder, type Options } from './options.ts'
import type { Call, Method, Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, requests the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. If a marketer comes to edit the page, it loads the snippet and
 * leaves everything else to it.
 *
 * It is pasted into pages and has to stay within 1,200 bytes. So some of what the snippet has functions for is inline here,
 * and its variables are in one place. A page may have its own `Promise`, `URL`, `Document` or `Array.prototype.map`: the tag
 * does without these. If something else fails, the page stays as it is, and `motif` can be called.
 */
declare const version: string

const page: {
  motif?: Stub
  motifJs?: Partial<Stub>
  motifOptions?: Options
  name: string
  'motif-record'?: never
  hasOwnProperty(name: string): boolean
} = self as never
const view = document
const calls: Call[] = []
/** Hides the targets. */
let sheet = {} as CSSStyleSheet
let sheets: CSSStyleSheet[]
let real: HTMLDocument & { __lookupGetter__(name: string): () => unknown }
let element: HTMLScriptElement | null
let tag: Options
let host: string | undefined
let pattern: string | undefined
/** What `ready` resolves to: the snippet's, once it is asked for. */
let report: Promise<Report>

/** Nothing is to be waited for: shows everything. */
const reveal = () => (sheet.disabled = true)

/** `loading` sorts after `l`, `interactive` and `complete` before it. */
const isParsing = () => view.readyState > 'l'

const empty: Report = { applied: [], missing: [], refused: [], contested: [] }

/** Polls, because a visitor without a pattern must not get a listener. */
const answerWhenParsed = (answer: (report: Report | Promise<Report>) => void): unknown =>
  isParsing() ? setTimeout(answerWhenParsed, 50, answer) : answer(report || empty)

// biome-ignore lint/suspicious/noThenProperty: a promise without `Promise`
const ready = (async () => ({ then: answerWhenParsed }))() as unknown as Promise<Report>

const motif = { version, calls, ready } as Stub

/** If the snippet has come, it has taken `calls` away. Else its file is blocked or broken, or something else stands in for it. */
const settle = () => (motif.calls ? (reveal() as true) && empty : motif.ready)

/** Loaded by `import()` the snippet needs no script element, and so no nonce and no Trusted Types policy. */
const load = () => (report = motif.ready = import(host + '/snippet.js').then(settle, settle))

const queue = (method: Method, begin?: () => void) =>
  (motif[method] = (...call: unknown[]) => {
    begin?.()
    // The same array is in the queue and in the function that ends `on`: the snippet adds to it what the call returned.
    calls.push((call = [method, call]) as Call)
    return () => calls.push(call as Call)
  })

/** `requestAnimationFrame` with a second argument, which is evaluated before the frame is requested. */
type NextFrame = (run: () => unknown, _first: unknown) => unknown

/** If the page assigns its own sheets, this one is added again before the next paint. */
const adopt = (): unknown =>
  sheet.disabled || (requestAnimationFrame as NextFrame)(adopt, sheets.includes(sheet) || sheets.push(sheet))

queue('start', load)
queue('stop')
queue('consent')
queue('on')

try {
  // Only the first tag of a page works. An element with the id `motifJs` has no `on`.
  if (!page.motifJs?.on) {
    page.motifJs = motif
    // What the page itself calls `motif` stays. An element with that id is not the window's own property.
    // biome-ignore lint/suspicious/noPrototypeBuiltins: `Object.hasOwn` came with Safari 15.4
    if (!page.hasOwnProperty('motif')) page.motif = motif
    // On the document itself an `<img name="currentScript">`, which a visitor may have written, hides the property.
    real = HTMLDocument.prototype as typeof real
    element = (real.__lookupGetter__('currentScript').call(view) ??
      real.querySelector.call(view, 'script[data-host]')) as typeof element
    tag = motif.tag = { ...page.motifOptions, ...element?.dataset } as Options
    host = motif.host = (tag.host || (element as HTMLScriptElement).src).replace(behindFolder, '')
    pattern = motif.pattern = (host &&
      (toPattern(new URLSearchParams(location.search).get(tag.param || 'pattern')) ||
        toPattern(tag.pattern))) as string
    // `motif-edit` is in the address that has a ticket, and in the window's name while the tab has a session (storage may
    // throw). Then there is no run; the snippet checks the details.
    if (/tif-edit/.test((location as never) + page.name)) load()
    else if (pattern) {
      // The edge's record in the page, by its id; else a request. After a failure the answer is no record.
      motif.answer =
        page['motif-record'] ||
        (fetch(host + '/p/' + pattern).then((answer) => (answer?.ok ? answer : reveal()), reveal) as never)
      load()
      sheet = motif.sheet = new CSSStyleSheet()
      sheets = view.adoptedStyleSheets
      setTimeout(reveal, (tag.timeout || defaultTimeoutMs) as number)
      sheet.replaceSync(hidingRule(tag.hide))
      // What visitors have seen already is not hidden: that would flicker.
      if (isParsing()) adopt()
    }
  }
} catch {
  // The page's `fetch` throws, the browser has no constructable style sheets, or something else is not the browser's.
}
