import { hasSource } from '../../wire/targets.ts'

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
  const listeners: (() => void)[] = []
  let moves = 0
  /** Where the page keeps the layer, if it insists. */
  let kept: Element | undefined
  const settle = () => {
    if (signal.aborted || moves >= mostMoves || !putOnTop(host, kept)) return
    if (moves++ === 0) setTimeout(rest)
    for (const moved of listeners) moved()
  }
  const rest = () => {
    if (moves >= mostMoves) kept = host.parentElement ?? undefined
    moves = 0
    settle()
  }
  const observer = new MutationObserver(settle)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['open', 'inert', 'aria-hidden'],
  })
  // A popover of the page that opens later is above this one, until this one is shown again.
  addEventListener('toggle', ({ target }) => target !== host && settle(), { capture: true, signal })
  // An element in fullscreen hides all that is outside of it.
  addEventListener('fullscreenchange', settle, { signal })
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

/** How often at once the layer goes back to its place. A page that takes it away each time would never let the tab go on. */
const mostMoves = 10

/**
 * Puts the layer on top. Moving an element loses its focus and scroll positions, so it is moved only if necessary. Returns whether.
 *
 * @param kept where the page keeps it
 */
function putOnTop(host: HTMLElement, kept?: Element): boolean {
  const own = kept?.isConnected ? kept : placeOf(host)
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? fullscreenBox() ?? own
  const isMoved = host.parentNode !== place
  if (isMoved) place.append(host)
  // What a page zooms by its style is measured in the window's pixels, and so is the layer.
  if (isMoved) host.style.setProperty('--motif-zoom', `${1 / zoomOf(place)}`)
  host.inert = false
  host.ariaHidden = null
  if (!host.showPopover) return isMoved
  const isAbove = host.matches(':popover-open') && !isCovered(host)
  if (isAbove) return isMoved
  if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
  return isMoved
}

/** How much larger an element is by the style of the page, with all that it is in. Not every browser says so. */
export function zoomOf(element: Element): number {
  return (element as { currentCSSZoom?: number }).currentCSSZoom || 1
}

/**
 * The parent of the layer. The editor is in the body, because in Firefox fields outside of it cannot be typed into. The reading
 * mode is outside of the body: it opens while frameworks still hydrate the body, or before there is one.
 */
function placeOf({ localName }: HTMLElement): Element {
  return (localName === 'motif-editor' && document.body) || document.documentElement
}

/** The element in fullscreen, if something can be put into it and it is not the whole page. */
function fullscreenBox(): Element | undefined {
  const { fullscreenElement, documentElement } = document
  const isBox =
    fullscreenElement && fullscreenElement !== documentElement && !hasSource(fullscreenElement.localName)
  return isBox ? fullscreenElement : undefined
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
