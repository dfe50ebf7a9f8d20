/** The editor's layer above the page. */
export interface Layer {
  host: HTMLElement
  root: ShadowRoot
  /** Whether an event belongs to the editor. */
  owns(event: Event): boolean
  /** Calls back after the layer was moved in the document, by which it lost the focus. */
  onMoved(moved: () => void): void
}

/**
 * Opens a shadow root above everything, in the top layer. A modal dialog makes the rest of the document inert, so while one is open the
 * layer is inside it. A page that takes the layer out, as it makes its whole body again, gets it back.
 *
 * @param name name of its element: the editor's, which is in the body, or the reading mode's, which is outside of it
 */
export function openLayer(
  styles: string,
  signal: AbortSignal,
  name: 'motif-editor' | 'motif-preview' = 'motif-editor',
): Layer {
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  host.popover = 'manual'
  const listeners: (() => void)[] = []
  const settle = () => {
    if (!signal.aborted && putOnTop(host)) for (const moved of listeners) moved()
  }
  const observer = new MutationObserver(settle)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['open', 'inert', 'aria-hidden'],
  })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    host.remove()
  })
  settle()
  return {
    host,
    root,
    owns: (event) => event.composedPath().includes(host),
    onMoved: (moved) => void listeners.push(moved),
  }
}

/** Puts the layer on top. Moving an element loses its focus and scroll positions, so it is moved only if necessary. Returns whether. */
function putOnTop(host: HTMLElement): boolean {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? placeOf(host)
  // Dialogs of libraries hide all that is beside them.
  host.inert = false
  host.ariaHidden = null
  if (host.parentNode === place) return false
  place.append(host)
  host.showPopover?.()
  return true
}

/**
 * The parent of the layer. The editor is in the body, because in Firefox fields outside of it cannot be typed into. The reading
 * mode is outside of the body: it opens while frameworks still hydrate the body, or before there is one.
 */
function placeOf({ localName }: HTMLElement): Element {
  return (localName === 'motif-editor' && document.body) || document.documentElement
}
