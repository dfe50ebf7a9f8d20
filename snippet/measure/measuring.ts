import { keptName } from '../../loader/pattern.ts'
import type { Line } from '../deliver/outbox.ts'
import { listen, quietly } from '../page.ts'
import { beginVisit, type MeasuringRequest, type Visit } from './visit.ts'

/** The measuring of one record: a visit, and another one after each restore from the back/forward cache. */
export interface Measuring {
  /** The report or the page may have changed, or its path. Cheap. */
  change(): void
  /** The visitor has allowed or refused measuring. If it is allowed again, that begins another visit. */
  consent(): void
}

/** Begins to measure the record's analytics items, as soon as consent, Global Privacy Control and prerendering allow it. */
export function startMeasuring(request: MeasuringRequest): Measuring {
  const { record, options, consent, unsent, load, signal } = request
  const { host, storage, keep, gpc, consent: asked = 'none' } = options
  const line: Line = { host, bytesInFlight: 0, unsent }
  let visit: Visit | undefined

  function begin(): void {
    if (consent() === false || (gpc !== 'ignore' && navigator.globalPrivacyControl)) {
      end(true)
      quietly(() => sessionStorage.removeItem(keptName))
      store(false)
    } else if (!visit && !signal.aborted && !document.prerendering && (consent() || asked === 'none')) {
      store(true)
      // The same person on the next pages in this tab.
      if (keep === 'session') quietly(() => sessionStorage.setItem(keptName, record.pattern))
      visit = beginVisit(request, line)
    }
  }

  function end(isSilent?: boolean): void {
    visit?.end(isSilent)
    visit = undefined
  }

  /** Without the file nothing is kept. */
  function store(isAllowed: boolean): void {
    if (storage === 'local') load('storage').then(({ store }) => store(line, isAllowed), quietly)
  }

  listen(['prerenderingchange', 'pageshow'], begin, signal)
  listen(['pagehide'], () => end(), signal)
  signal.addEventListener('abort', () => quietly(end))
  begin()
  return { change: () => visit?.change(), consent: begin }
}

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
  interface Document {
    /** Only in Chromium. https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean
  }
}
