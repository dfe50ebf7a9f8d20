/** How long to wait for the page, in milliseconds. */
const longestMs = 8000

/**
 * The page as its server sends it now, parsed without running scripts. `XMLHttpRequest` parses it, also under a policy with
 * `require-trusted-types-for 'script'`, under which `DOMParser` needs a policy of its own. `undefined` if that fails.
 */
export function readReloaded(address: string, signal: AbortSignal): Promise<Document | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.responseType = 'document'
    request.timeout = longestMs
    request.onloadend = () => resolve(documentOf(request))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    try {
      request.open('GET', address)
      request.send()
    } catch {
      resolve(undefined)
    }
  })
}

function documentOf({ status, responseXML }: XMLHttpRequest): Document | undefined {
  return status >= 200 && status < 300 && responseXML?.body ? responseXML : undefined
}

/** A rendering that has to be removed after use. */
export interface Narrow {
  document: Document
  close(): void
}

/** A telephone's width. */
const narrowPx = 390
/** How long to wait for style sheets, in milliseconds. */
const longestStylesMs = 2000

/**
 * Lays the page out as narrow as on a telephone, invisibly, with its styles. It is in a frame without scripts, so it counts no visit,
 * opens no editor and sends no messages. `undefined` if the page's policy forbids frames.
 */
export async function openNarrow(reloaded: Document): Promise<Narrow | undefined> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  // Property by property, because a policy may forbid the `style` attribute.
  Object.assign(frame.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    width: `${narrowPx}px`,
    height: '844px',
    visibility: 'hidden',
  })
  document.documentElement.append(frame)
  const inner = frame.contentDocument
  if (!inner) {
    frame.remove()
    return undefined
  }
  const page = inner.adoptNode(silenced(reloaded))
  const styled = Promise.all([...page.querySelectorAll('link[rel~=stylesheet]')].map(whenLoaded))
  inner.replaceChild(page, inner.documentElement)
  await Promise.race([styled, new Promise((resolve) => setTimeout(resolve, longestStylesMs))])
  return { document: inner, close: () => frame.remove() }
}

function whenLoaded(element: Element): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['load', 'error']) element.addEventListener(type, () => resolve(), { once: true })
  })
}

/** A copy of the page that loads style sheets and pictures, but no scripts, frames or the like. */
function silenced(page: Document): HTMLElement {
  const root = page.documentElement.cloneNode(true) as HTMLElement
  for (const noscript of root.querySelectorAll('noscript')) noscript.replaceChildren()
  for (const element of root.querySelectorAll(
    'script, iframe, frame, embed, object, video, audio, source, track',
  ))
    for (const name of ['src', 'srcset', 'srcdoc', 'data', 'autoplay', 'href']) element.removeAttribute(name)
  for (const meta of root.querySelectorAll('meta[http-equiv]')) meta.removeAttribute('http-equiv')
  return root
}
