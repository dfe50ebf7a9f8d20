import type { Report } from '../wire/event.ts'
import { isPattern } from '../wire/limits.ts'
import { defaultTimeoutMs, hidingRule } from './begin.ts'
import { folderOf, type Options } from './options.ts'
import { methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, asks for the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet.
 *
 * It is pasted into pages, in 1,024 bytes at most. So it does here, in one go, some of what the snippet has functions for.
 */
declare const version: string

const page: { motif?: Partial<Stub>; motifOptions?: Options } = self as never
const view = document
const element = (view.currentScript ?? view.querySelector('[data-host]')) as HTMLScriptElement | null
const tag = { ...page.motifOptions, ...element?.dataset } as Options
const host = folderOf(tag.host || element?.src || '')
const inLink = () => new URL(location as never).searchParams.get(tag.param || 'pattern')
const pattern = host && [inLink(), tag.pattern].find(isPattern)
const isParsing = () => view.readyState === 'loading'

const none: Report = { applied: [], missing: [], refused: [], contested: [] }
/** What `ready` answers with. */
let report: Report | Promise<Report> = none

/** Looks again and again: a visitor without a pattern is to have no listener. */
const answerWhenParsed = (answer: (one: typeof report) => void): unknown =>
  isParsing() ? setTimeout(answerWhenParsed, 50, answer) : answer(report)

/** As a module the snippet needs no element, no nonce of its own, no Trusted Types policy and no connection. */
const load = () =>
  (report = motif.ready =
    import(`${host}/snippet.js`).then(
      // By then it is the snippet's own.
      () => motif.ready,
      () => none,
    ))

const motif = { version, tag, host, pattern, ready: new Promise(answerWhenParsed) } as Stub
const taken = new Promise<void>((resolve) => (motif.take = resolve))

for (const method of methods)
  motif[method] = (...args) => {
    if (method === 'start') load()
    const made = taken.then(() => motif[method](...args))
    return () => made.then((end) => end?.())
  }

// An element with the id `motif` is `window.motif` too, but has no `on`.
if (!page.motif?.on) {
  page.motif = motif
  if (pattern)
    try {
      motif.answer = fetch(`${host}/p/${pattern}`).catch(() => undefined)
      load()
      const sheet = new CSSStyleSheet()
      const sheets = view.adoptedStyleSheets
      // A page that assigns its own sheets is given this one again before it paints.
      const adopt = () => {
        if (sheet.disabled) return
        if (!sheets.includes(sheet)) sheets.push(sheet)
        requestAnimationFrame(adopt)
      }
      motif.sheet = sheet
      setTimeout(() => (sheet.disabled = true), (tag.timeout || defaultTimeoutMs) as number)
      sheet.replaceSync(hidingRule(tag.hide))
      // What has been seen already is not hidden: that would be the flicker.
      if (isParsing()) adopt()
    } catch {
      // A page whose `fetch` throws, or a browser without such sheets, shows itself as it is.
    }
}
