import type { Motif } from '../../snippet/public.d.ts'
import type { Change } from './changes.ts'

/** A page of the storm, in a frame: with Motif, or the same without. */
export interface Frame {
  document: Document
  window: Window & { motif?: Partial<Motif> }
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
  const elements = new Map<string, Element>()
  const pageOf = () => element.contentWindow as Frame['window']
  const remember = () => {
    for (const found of pageOf().document.querySelectorAll('[data-k]'))
      elements.set(found.getAttribute('data-k') ?? '', found)
  }
  remember()
  return {
    get document() {
      return pageOf().document
    },
    get window() {
      return pageOf()
    },
    apply(change) {
      change.apply(pageOf().document, (key) => {
        const found = elements.get(key)
        if (!found) throw new Error(`Nothing has the key ${key}`)
        return found
      })
      remember()
    },
    async reload() {
      const isLoaded = loaded(element)
      pageOf().location.reload()
      await isLoaded
      elements.clear()
      remember()
    },
    html: () => sorted(pageOf().document.body).outerHTML,
    close: () => element.remove(),
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
