import type { Report } from '../wire/event.ts'
import { defaultTimeoutMs, hidingRules, isPattern, readLink, splitSelectors } from './run.ts'
import { type Call, type Handover, methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, asks for the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. It is pasted into pages, so every byte of it counts.
 */
declare const version: string

declare const self: { motif?: Partial<Stub> }
const { src, dataset: options } = document.currentScript as HTMLScriptElement

// An element with the id `motif` is `window.motif` too, but has no version.
if (!self.motif?.version) {
  const host = options.host || src.split('/', 3).join('/')
  const pattern = [readLink(options.param || 'pattern'), options.pattern].find(isPattern)
  const sheet = new CSSStyleSheet()
  const calls = new Set<Call>()
  const none: Report = { applied: [], missing: [], refused: [], contested: [] }
  let loading: Promise<Report> | undefined

  const reveal = () => {
    sheet.disabled = true
  }

  /** As a module the snippet needs no element, no nonce of its own, no Trusted Types policy and no connection. */
  const load = () => {
    loading ??= motif.ready = import(`${host}/snippet.js`).then(
      // By then it is the snippet's own.
      () => motif.ready,
      () => {
        reveal()
        return none
      },
    )
  }

  const motif: Stub = {
    version,
    // Without a listener nothing tells that the page is parsed; scripts beside the tag have run by then.
    ready: new Promise((resolve) => {
      setTimeout(() => resolve(loading ?? none), 300)
    }),
    handover_: [
      options,
      host,
      calls,
      pattern && [pattern, fetch(`${host}/p/${pattern}`).catch(() => undefined), sheet],
    ] as Handover,
  }
  for (const method of methods)
    motif[method] = (...args) => {
      const call: Call = [method, args]
      calls.add(call)
      if (method === 'start') load()
      return () => {
        calls.delete(call) || call[2]?.()
      }
    }
  self.motif = motif
  if (pattern) {
    load()
    // An adopted sheet, because a strict `style-src` allows it.
    document.adoptedStyleSheets.push(sheet)
    sheet.replaceSync(hidingRules(splitSelectors(options.hide)))
    setTimeout(reveal, (options.timeout || defaultTimeoutMs) as number)
  }
}
