import type { Report } from '../wire/event.ts'
import { isPattern } from '../wire/limits.ts'
import { defaultTimeoutMs, hidingRule } from './begin.ts'
import { behindFolder, type Options } from './options.ts'
import { type Call, methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, asks for the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. Where a marketer comes to edit the page it loads the snippet, too,
 * and leaves all else to it.
 *
 * It is pasted into pages, in about 1,024 bytes. So it does here, in one go, some of what the snippet has functions for.
 */
declare const version: string

const page: { motif?: Partial<Stub>; motifOptions?: Options; name: string; 'motif-record'?: never } =
  self as never
const view = document
/** Has the browser's own properties. On the document an `<img name="currentScript">`, which a visitor may have written, hides one. */
const real = Document.prototype
const element = (Reflect.get(real, 'currentScript', view) ??
  real.querySelector.call(view, 'script[data-host]')) as HTMLScriptElement | null
const tag = { ...page.motifOptions, ...element?.dataset } as Options
const host = (tag.host || element?.src)?.replace(behindFolder, '')
const inLink = () => new URL(location as never).searchParams.get(tag.param || 'pattern')
/** `loading` stands behind `l` in the alphabet, `interactive` and `complete` before it. */
const isParsing = () => view.readyState > 'l'
let pattern: string | false | null | undefined = host && [inLink(), tag.pattern].find(isPattern)

/** What `ready` answers with: nothing applied, where nothing is loaded. */
let report: Report | Promise<Report> = { applied: [], missing: [], refused: [], contested: [] }

/** Looks again and again: a visitor without a pattern is to have no listener. */
const answerWhenParsed = (answer: (one: typeof report) => void): unknown =>
  isParsing() ? setTimeout(answerWhenParsed, 50, answer) : answer(report)

/** As a module the snippet needs no element, no nonce of its own, no Trusted Types policy and no connection. */
const load = (former = report) =>
  (report = motif.ready =
    import(host + '/snippet.js').then(
      // By then it is the snippet's own.
      () => motif.ready,
      () => former,
    ))

/** `requestAnimationFrame`, with one argument more: what is done before the next frame is asked for. */
type NextFrame = (run: () => unknown, _first: unknown) => unknown

const calls: Call[] = []
const motif = { version, tag, host, pattern, calls, ready: new Promise(answerWhenParsed) } as Stub

methods.map((method, at) => {
  const queue = (...call: unknown[]) => {
    // `start` is the first of them, and loads the snippet.
    if (!at) load()
    // One array stands in the queue and in what ends it: the snippet adds to it what the call has returned.
    calls.push((call = [method, call]) as Call)
    return () => calls.push(call as Call)
  }
  return (motif[method] = queue)
})

// `motif-edit` stands in the address that has a ticket, and in the name of a tab that has a session, as storage may throw. The
// snippet looks closer, and there is no run.
if (/tif-edit/.test((location as never) + page.name)) pattern = !load()

// An element with the id `motif` is `window.motif` too, but has no `on`.
if (!page.motif?.on) {
  page.motif = motif
  if (pattern)
    try {
      // What the edge has put into the page, by its id. What comes of a failure has no record.
      motif.answer = page['motif-record'] || fetch(host + '/p/' + pattern).catch(isParsing as never)
      load()
      const sheet = (motif.sheet = new CSSStyleSheet())
      const sheets = view.adoptedStyleSheets
      // A page that assigns its own sheets is given this one again before it paints.
      const adopt = (): unknown =>
        sheet.disabled ||
        (requestAnimationFrame as NextFrame)(adopt, sheets.includes(sheet) || sheets.push(sheet))
      setTimeout(() => (sheet.disabled = true), (tag.timeout || defaultTimeoutMs) as number)
      sheet.replaceSync(hidingRule(tag.hide))
      // What has been seen already is not hidden: that would be the flicker.
      if (isParsing()) adopt()
    } catch {
      // A page whose `fetch` throws, or a browser without such sheets, shows itself as it is.
    }
}
