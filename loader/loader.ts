import type { Report } from '../wire/event.ts'
import type { PageRecord } from '../wire/record.ts'
import { defaultTimeoutMs, folderOf, type Options } from './options.ts'
import { findPattern } from './pattern.ts'
import type { Call, Stub } from './stub.ts'

/**
 * The tag, the same for all pages: makes `window.motif`, requests the record, hides the page, loads the snippet. Without a pattern it
 * only makes `window.motif`, whose `start` loads the snippet. If a marketer comes to edit the page, it leaves everything to the snippet.
 * If something fails here, the page stays as it is, and `motif` can be called.
 */
declare const version: string

/** `loading` sorts after `l`, `interactive` and `complete` before it. */
const isParsing = () => document.readyState > 'l'

const page: {
  motif?: Stub
  motifJs?: Partial<Stub>
  motifOptions?: Options
  name: string
  'motif-record'?: HTMLScriptElement
} = self as never
const calls: Call[] = []
const empty: Report = { applied: [], missing: [], refused: [], contested: [] }
let host: string
let sheet = {} as CSSStyleSheet
/** What `ready` resolves to: the snippet's, once it is asked for. */
let report: PromiseLike<Report> | undefined

function reveal(): void {
  sheet.disabled = true
}

/** Polls, because a visitor without a pattern must not get a listener. */
function answerWhenParsed(answer: (report: Report | PromiseLike<Report>) => void): void {
  if (isParsing()) setTimeout(answerWhenParsed, 50, answer)
  else answer(report || empty)
}

const motif = {
  version,
  calls,
  // A promise of the browser's own, whatever the page has put in its place.
  // biome-ignore lint/suspicious/noThenProperty: a promise without `Promise`
  ready: (async () => ({ then: answerWhenParsed }))() as unknown as PromiseLike<Report>,
} as Stub

/** If the snippet has come, it has taken `calls` away. Else its file is blocked or broken, or something else stands in for it. */
function settle(): Report | PromiseLike<Report> {
  if (!motif.calls) return motif.ready
  reveal()
  return empty
}

/** Loaded by `import()` the snippet needs no script element, and so no nonce and no Trusted Types policy. */
function load(): void {
  report = motif.ready = import(host + '/snippet.js').then(settle, settle)
}

for (const method of ['start', 'stop', 'consent', 'on'] as const)
  motif[method] = (...args: unknown[]) => {
    if (method === 'start' && motif.calls) load()
    // The same array is in the queue and in the function that ends `on`: the snippet adds to it what the call returned.
    const call: Call = [method, args]
    calls.push(call)
    return () => calls.push(call) as never
  }

/** Requests the record, or takes the edge's in the page, and hides what is not personal yet. */
function begin(pattern: string, tag: Options): void {
  const record = page['motif-record']
  motif.pattern = pattern
  // The larger file first.
  load()
  motif.answer = (record as never) || fetch(host + '/p/' + pattern).catch(reveal)
  sheet = motif.sheet = new CSSStyleSheet()
  setTimeout(reveal, (tag.timeout || defaultTimeoutMs) as number)
  sheet.replaceSync(
    `:is(${
      tag.hide ||
      (record ? (JSON.parse(record.text) as PageRecord).content.map((item) => item.selector) : 'html')
    }):not([data-motif]){opacity:0!important}`,
  )
  // What visitors have seen already is not hidden: that would flicker.
  if (isParsing()) document.adoptedStyleSheets.push(sheet)
}

try {
  // Only the first tag of a page works. An element with the id `motifJs` has no `on`.
  if (!page.motifJs?.on) {
    page.motifJs = motif
    // What the page itself calls `motif` stays.
    page.motif ??= motif
    // There is no current script in a module, in `eval`, or if a consent tool or Rocket Loader runs it later.
    const element = (document.currentScript ||
      document.querySelector('script[data-host]')) as HTMLScriptElement
    const tag: Options = { ...page.motifOptions, ...element?.dataset }
    motif.tag = tag
    motif.host = host = folderOf(tag.host || element.src)
    // A ticket is in the address, and a tab with a session has it in its name. The snippet checks the details.
    if (/motif-edit/.test(location + page.name)) load()
    else {
      const pattern = host && findPattern(tag)
      if (pattern) begin(pattern, tag)
    }
  }
} catch {
  // The page's `fetch` throws, the browser has no constructable style sheets, or storage is forbidden.
}
