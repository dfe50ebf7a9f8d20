import type { Report } from '../wire/event.ts'
import { adopt, ask, defaultTimeoutMs, findPattern, hidingRule, isParsing, whenParsed } from './begin.ts'
import { readOptions } from './options.ts'
import { type Handover, methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, asks for the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. It is pasted into pages, so it must be small.
 */
declare const version: string

declare const self: { motif?: Partial<Stub> }

const options = readOptions('loader.js')
const pattern = options.host && findPattern(options)
const none: Report = { applied: [], missing: [], refused: [], contested: [] }
const handover = { options, sheet: {} } as Handover
const taken = new Promise<void>((resolve) => {
  handover.take = resolve
})
let loading: Promise<Report> | undefined

/** As a module the snippet needs no element, no nonce of its own, no Trusted Types policy and no connection. */
const load = () => {
  loading ??= motif.ready = import(`${options.host}/snippet.js`).then(
    // By then it is the snippet's own.
    () => motif.ready,
    () => none,
  )
}

const motif: Stub = { version, handover, ready: whenParsed(() => loading ?? none) }

for (const method of methods)
  motif[method] = (...args) => {
    if (method === 'start') load()
    const made = taken.then(() => motif[method]?.(...args))
    return () => made.then((end) => end?.())
  }

// An element with the id `motif` is `window.motif` too, but has no version.
if (!self.motif?.version) {
  self.motif = motif
  if (pattern) {
    handover.pattern = pattern
    handover.response = ask(`${options.host}/p/${pattern}`)
    load()
    setTimeout(
      () => {
        handover.sheet.disabled = true
      },
      (options.timeout || defaultTimeoutMs) as number,
    )
    try {
      // What has been seen already is not hidden: that would be the flicker.
      if (isParsing()) {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(hidingRule(options.hide as string))
        adopt(sheet)
        handover.sheet = sheet
      }
    } catch {
      // A browser without such sheets shows the page as it is.
    }
  }
}
