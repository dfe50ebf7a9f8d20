/** The editor's layer above the page. */
export interface Layer {
  host: HTMLElement
  root: ShadowRoot
  /** The covers over the page's frames while somebody picks, each with its frame. */
  covers: WeakMap<EventTarget, HTMLElement>
  /** Whether an event belongs to the editor. */
  owns(event: Event): boolean
}

/**
 * Opens a shadow root above everything, in the top layer, like a page's dialogs and popovers. A modal dialog makes the rest of the
 * document inert, so while one is open the layer is inside it.
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
  const settle = () => putOnTop(host)
  const observer = new MutationObserver(settle)
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['open', 'inert'] })
  // A popover of the page that opens later is above this one, until this one is shown again.
  addEventListener('toggle', ({ target }) => target !== host && settle(), { capture: true, signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    host.remove()
  })
  settle()
  return { host, root, covers: new WeakMap(), owns: (event) => event.composedPath().includes(host) }
}

/** Puts the layer on top. Moving an element loses its focus and scroll positions, so it is moved only if necessary. */
function putOnTop(host: HTMLElement): void {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? placeOf(host)
  if (host.parentNode !== place) {
    const focused = host.shadowRoot?.activeElement as HTMLElement | null | undefined
    place.append(host)
    focused?.focus({ preventScroll: true })
  }
  host.inert = false
  if (!host.showPopover) return
  const isAbove = host.matches(':popover-open') && !isCovered(host)
  if (isAbove) return
  if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
}

/**
 * The parent of the layer. The editor is in the body, because in Firefox fields outside of it cannot be typed into. The reading
 * mode is outside of the body: it opens while frameworks still hydrate the body, or before there is one.
 */
function placeOf({ localName }: HTMLElement): Element {
  return (localName === 'motif-editor' && document.body) || document.documentElement
}

/** Whether a popover of the page may be above the layer. */
function isCovered(host: HTMLElement): boolean {
  const others = [...document.querySelectorAll(':popover-open, dialog:modal')].filter(
    (one) => one !== host && !one.contains(host),
  )
  const key = others.map((one) => one.id || one.localName).join(' ')
  const isNew = host.dataset.above !== key && others.length > 0
  host.dataset.above = key
  return isNew
}
