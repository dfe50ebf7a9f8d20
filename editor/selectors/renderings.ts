/** A page that takes longer is not waited for, in milliseconds. */
const longestMs = 8000

/**
 * The page as its server sends it now, parsed and not run. By `XMLHttpRequest`, because it parses under a policy with
 * `require-trusted-types-for 'script'`, where `DOMParser` needs a policy of its own. `undefined` where that fails.
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

/** A rendering that has to be put away. */
export interface Narrow {
  document: Document
  close(): void
}

/** A style sheet that takes longer is not waited for, in milliseconds. */
const longestStylesMs = 2000

/**
 * Lays the page out at another width, unseen, with its styles: in a frame without scripts, so that nothing of it counts a
 * visit, opens the editor or is heard of outside. `undefined` where the page's policy forbids frames.
 */
export async function openNarrow(reloaded: Document, width = 390): Promise<Narrow | undefined> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  // One by one, because a policy may forbid the attribute.
  Object.assign(frame.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    width: `${width}px`,
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

/** A copy that loads style sheets and pictures, and nothing that acts or counts. */
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
