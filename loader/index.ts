import type { Report } from '../wire/event.ts'
import { defaultTimeoutMs, findPattern, hidingRules, splitSelectors } from './run.ts'
import { type Call, methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, asks for the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. It is pasted into pages, so every byte of it counts.
 */
declare const version: string

const page = self as unknown as { motif?: Partial<Stub> }
const { src, dataset: options } = document.currentScript as HTMLScriptElement

// An element with the id `motif` is `window.motif` too, but has no version.
if (!page.motif?.version) {
  const host = options.host || src.split('/', 3).join('/')
  const pattern = findPattern(options)
  const sheet = new CSSStyleSheet()
  const calls = new Set<Call>()
  let settle = (_report: Report | Promise<Report>) => {}
  let loading: Promise<void> | undefined

  /** As a module the snippet needs no element, no nonce of its own, no Trusted Types policy and no connection. */
  const load = () => {
    loading =
      loading ??
      import(`${host}/snippet.js`).catch(() => {
        sheet.disabled = true
        settle({ applied: [], missing: [], refused: [], contested: [] })
      })
  }

  const ready = new Promise<Report>((resolve) => {
    settle = resolve
  })
  const motif: Stub = {
    version,
    ready,
    handover_: [
      options,
      host,
      calls,
      settle,
      pattern ? [pattern, fetch(`${host}/p/${pattern}`).catch(() => undefined), sheet] : undefined,
    ],
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
  page.motif = motif
  if (pattern) {
    load()
    // An adopted sheet, because a strict `style-src` allows it.
    document.adoptedStyleSheets.push(sheet)
    sheet.replaceSync(hidingRules(splitSelectors(options.hide)))
    setTimeout(
      () => {
        sheet.disabled = true
      },
      (options.timeout || defaultTimeoutMs) as number,
    )
  }
}
