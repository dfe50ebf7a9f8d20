/** The editor's own place above the page. */
export interface Layer {
  host: HTMLElement
  root: ShadowRoot
  /** What lies over the page's frames while somebody picks, and the frame below it. */
  covers: WeakMap<EventTarget, HTMLElement>
  /** Whether an event is of the editor itself. */
  owns(event: Event): boolean
}

/**
 * Opens a shadow root above everything: in the top layer, as a page's dialogs and popovers are. Behind a modal dialog
 * the rest of the document is inert, so while one is open the layer is in it.
 *
 * @param name of its element: of the editor, which is in the body, or of its reading mode, which is outside of it
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
  // A popover of the page's that opens later is above, until this one is shown anew.
  addEventListener('toggle', ({ target }) => target !== host && settle(), { capture: true, signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    host.remove()
  })
  settle()
  return { host, root, covers: new WeakMap(), owns: (event) => event.composedPath().includes(host) }
}

/** Moving an element loses its focus and what is scrolled, so it is moved only where it has to be. */
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
 * The editor is in the body, because Firefox writes into no field that is outside of it. What only reads comes while
 * frameworks still compare the body with what they expect there, or before there is one.
 */
function placeOf({ localName }: HTMLElement): Element {
  return (localName === 'motif-editor' && document.body) || document.documentElement
}

/** Whether a popover of the page's may have been opened since: only that is above without being around. */
function isCovered(host: HTMLElement): boolean {
  const others = [...document.querySelectorAll(':popover-open, dialog:modal')].filter(
    (one) => one !== host && !one.contains(host),
  )
  const key = others.map((one) => one.id || one.localName).join(' ')
  const isNew = host.dataset.above !== key && others.length > 0
  host.dataset.above = key
  return isNew
}
