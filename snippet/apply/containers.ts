import { containers } from '../../wire/frameworks.ts'
import { isParsing } from '../beginning.ts'
import { listen } from '../life.ts'
import { query } from '../select.ts'
import { isDocumentWide } from './signs.ts'
import { isText } from './walk.ts'

/** The containers of frameworks in this page. */
export interface Containers {
  /** Whether an element is in one that the server left empty: what is rendered there is compared with nothing. */
  isRenderedHere(element: Element): boolean
  /** Whether a framework may come to compare anything: then what knows them is best asked for beside the record. */
  isFrameworkLikely(): boolean
}

/** Looks which containers the server has left empty, until the page is parsed. */
export const watchContainers = (signal: AbortSignal): Containers => {
  const isLeftEmpty = new Map<Element | null | undefined, boolean>()
  const look = () => {
    for (const container of query(containers)) {
      // A server may pause in it, while other scripts append elements behind it: only a text there is the parser's.
      const isPassed = !isParsing() || (container.nextSibling && isText(container.nextSibling))
      if (isPassed && !isLeftEmpty.has(container)) isLeftEmpty.set(container, !container.firstElementChild)
    }
    if (!isParsing() || signal.aborted) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
  // By the time of DOMContentLoaded deferred scripts have run.
  listen(['readystatechange'], look, signal)
  look()
  return {
    isRenderedHere: (element) => !!isLeftEmpty.get(element.parentElement?.closest(containers)),
    isFrameworkLikely: () =>
      isDocumentWide() || [...query(containers)].some((container) => !isLeftEmpty.get(container)),
  }
}
