import type { Report } from '../wire/event.ts'
import { begin, findPattern, hidingNothingSeen, whenParsed } from './begin.ts'
import { openCurtain } from './curtain.ts'
import { readOptions } from './options.ts'
import { type Call, type Handover, methods, type Stub } from './stub.ts'

/**
 * The tag: makes `window.motif`, asks for the record, hides the targets, loads the snippet. Without a pattern it only
 * makes `window.motif`, whose `start` loads the snippet. It is pasted into pages, so it must be small.
 */
declare const version: string

const page = window as unknown as { motif?: Partial<Stub> }

const makeMotif = () => {
  const options = readOptions('loader.js')
  const handover: Handover = { options, calls: [] }
  const none: Report = { applied: [], missing: [], refused: [], contested: [] }
  let loading: Promise<Report> | undefined

  /** As a module the snippet needs no element, no nonce of its own, no Trusted Types policy and no connection. */
  const load = () => {
    loading ??= import(`${options.host}/snippet.js`).then(
      // By then it is the snippet's own.
      () => motif.ready,
      () => {
        if (handover.beginning) openCurtain(handover.beginning.curtain)
        return none
      },
    )
  }

  const motif: Stub = {
    version,
    handover,
    get ready() {
      return loading ?? whenParsed().then(() => loading ?? none)
    },
  }
  for (const method of methods)
    motif[method] = (...args) => {
      const call: Call = { method, args }
      if (handover.make) handover.make(call)
      else handover.calls.push(call)
      if (method === 'start') load()
      return () => {
        call.isOver = true
        call.end?.()
      }
    }
  page.motif = motif

  const pattern = findPattern(options)
  if (!pattern || !options.host) return
  handover.beginning = begin(pattern, options.host, hidingNothingSeen(options))
  load()
}

// An element with the id `motif` is `window.motif` too, but has no version.
try {
  if (!page.motif?.version) makeMotif()
} catch {
  // Then the page is as it is.
}
