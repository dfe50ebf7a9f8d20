import type { Motif } from '../../snippet/public.d.ts'
import type { Change, Find } from './change.ts'

/** A page of the storm, in a frame: with Motif, or the same without. */
export interface Frame {
  document: Document
  window: Window & { motif?: Partial<Motif> }
  /** What the page has kept of its elements. */
  find: Find
  apply(change: Change): void
  /** Loads the page anew, by a real navigation. */
  reload(): Promise<void>
  /** Its body as HTML, the same for pages that are the same. */
  html(): string
  close(): void
}

/** Opens a page in a frame and waits until it is loaded. */
export async function openFrame(address: string, complain: (text: string) => void): Promise<Frame> {
  const element = document.createElement('iframe')
  element.addEventListener('complaint', (event) => complain((event as CustomEvent<string>).detail))
  element.src = address
  const isLoaded = loaded(element)
  document.body.append(element)
  await isLoaded
  const pageOf = () => element.contentWindow as Frame['window']
  const kept = keepElements()
  kept.look(pageOf().document)
  return {
    get document() {
      return pageOf().document
    },
    get window() {
      return pageOf()
    },
    find: kept.find,
    apply(change) {
      change.apply(pageOf().document, kept.find)
      kept.look(pageOf().document)
    },
    async reload() {
      const isLoaded = loaded(element)
      pageOf().location.reload()
      await isLoaded
      kept.clear()
      kept.look(pageOf().document)
    },
    html: () => sorted(pageOf().document.body).outerHTML,
    close: () => element.remove(),
  }
}

/** What the page keeps: each element by its key, whether it is in the document or not. */
function keepElements() {
  const elements = new Map<string, Element>()
  const find: Find = Object.assign(
    (key: string) => {
      const found = elements.get(key)
      if (!found) throw new Error(`Nothing has the key ${key}`)
      return found
    },
    { texts: new Map<string, Text>() },
  )
  return {
    find,
    look(document: Document) {
      for (const found of document.querySelectorAll('[data-k]'))
        elements.set(found.getAttribute('data-k') ?? '', found)
    },
    clear() {
      elements.clear()
      find.texts.clear()
    },
  }
}

/** A copy with the attributes of each element in one order: which of them was set last is nothing that a page shows. */
function sorted(body: Element): Element {
  const copy = body.cloneNode(true) as Element
  for (const element of copy.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return copy
}

function loaded(element: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve) => element.addEventListener('load', () => resolve(), { once: true }))
}
