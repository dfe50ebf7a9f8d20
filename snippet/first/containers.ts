import { usualContainers } from '../../wire/frameworks.ts'
import { listen, quietly } from '../life.ts'
import { query } from '../select.ts'
import { isParsing } from './parsing.ts'
import { isDocumentWide } from './signs.ts'
import { isElement, isMatch, isText, parentOf } from './walk.ts'

/** The containers of frameworks in this page. */
export interface Containers {
  /** Whether an element is in a container that the server left empty: then it was rendered here, and nothing hydrates it. */
  isRenderedHere(element: Element): boolean
  /** Whether a framework may come to hydrate something: then the chunk for frameworks is best loaded beside the record. */
  isFrameworkLikely(): boolean
}

/** Finds out which containers the server has left empty, until the page is parsed. */
export const watchContainers = (signal: AbortSignal): Containers => {
  const found = new Set<Element>(query(usualContainers))
  const isLeftEmpty = new Map<Element | null | undefined, boolean>()
  const look = (records: MutationRecord[]) => {
    for (const container of containersIn(records)) found.add(container)
    for (const container of found) {
      // The server may pause inside the container, while scripts append elements after it. Only a text after it proves
      // that the parser has passed it.
      const isPassed = !isParsing() || (container.nextSibling && isText(container.nextSibling))
      if (isPassed && !isLeftEmpty.has(container)) isLeftEmpty.set(container, !container.firstElementChild)
    }
    if (!isParsing()) observer.disconnect()
  }
  const observer = new MutationObserver((records) => quietly(() => look(records)))
  observer.observe(document, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  // By the time of DOMContentLoaded deferred scripts have run.
  listen(['readystatechange'], () => look(observer.takeRecords()), signal)
  look([])
  return {
    isRenderedHere: (element) => !!isLeftEmpty.get(element.parentElement?.closest(usualContainers)),
    isFrameworkLikely: () => isDocumentWide() || [...found].some((container) => !isLeftEmpty.get(container)),
  }
}

/** The containers in what was added. The parser reports each element by itself, so elements inside others are skipped. */
const containersIn = (records: MutationRecord[]): Element[] => {
  const came = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
  return [...came].flatMap((node) => {
    if (!isElement(node) || came.has(parentOf(node) as Node)) return []
    const inside = Element.prototype.querySelectorAll.call(node, usualContainers)
    return isMatch(node, usualContainers) ? [node, ...inside] : [...inside]
  })
}
