/** What a page shows of its own where a record says otherwise: texts, and addresses of pictures, by selector. */
interface WatchedPart {
  selector: string
  /** Of its elements in their order, as the page's server sends them to everybody. */
  own: string[]
}

export interface WatchOptions {
  url: string
  parts: WatchedPart[]
  /** Whether the page may run its scripts. */
  runsScripts: boolean
  size: { width: number; height: number }
}

/** What a visitor got to see, frame by frame. */
export interface Watched {
  /** In how many animation frames there was more of the page than before: in one of a page that came whole. */
  stages: number
  /** In how many of them the page's own was to be seen, by selector. */
  own: Record<string, number>
  /** What was hidden although it was there. */
  hidden: string[]
  /** What went elsewhere while it was to be seen. */
  moved: string[]
  /** What the parts show in the end. */
  last: WatchedPart[]
}

/** Runs in any page: what the parts of another show, as its HTML says. */
export function readParts(html: string, url: string, selectors: string[]): WatchedPart[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const shownBy = (element: Element) =>
    element.localName === 'img'
      ? new URL(element.getAttribute('src') ?? '', url).href
      : (element.getAttribute('placeholder') ?? element.textContent)
  return [...new Set(selectors)].map((selector) => ({
    selector,
    own: [...page.querySelectorAll(selector)].map(shownBy),
  }))
}

/**
 * Runs in a page of the same origin, in any engine: shows another in a frame and looks at it within each animation frame,
 * so at what is painted then, until it has come to rest. Without scripts it is a sandbox, in which none runs at all.
 */
export async function watchFrame({ url, parts, runsScripts, size }: WatchOptions): Promise<Watched> {
  const watched: Watched = { stages: 0, own: {}, hidden: [], moved: [], last: [] }
  const places = new Map<Element, string>()
  let elements = 0
  const frame = document.createElement('iframe')
  // In Firefox a scroll bar takes room: as soon as any page does not fit, it becomes narrower, and its lines break elsewhere.
  frame.setAttribute('scrolling', 'no')
  if (!runsScripts) frame.sandbox.add('allow-same-origin')
  frame.style.cssText = `position:fixed;inset:0;border:0;width:${size.width}px;height:${size.height}px`

  const shownBy = (element: Element) =>
    (element as HTMLImageElement).currentSrc ?? element.getAttribute('placeholder') ?? element.textContent
  const isInside = ({ top, bottom, left, right }: DOMRect) =>
    bottom > 0 && top < size.height && right > 0 && left < size.width

  const lookAt = (element: Element, selector: string, own: string | undefined) => {
    const box = element.getBoundingClientRect()
    if (!isInside(box)) return
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isVisible && !watched.hidden.includes(selector)) watched.hidden.push(selector)
    if (isVisible && shownBy(element) && shownBy(element) === own)
      watched.own[selector] = (watched.own[selector] ?? 0) + 1
    const place = `${box.left},${box.top}`
    const before = places.get(element)
    if (before !== undefined && before !== place) watched.moved.push(`${selector} ${before} → ${place}`)
    places.set(element, place)
  }
  // Nothing is painted before the style sheets in the head are there.
  const isAwaitingStyle = (page: Document) =>
    [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some(({ sheet }) => !sheet)
  const look = () => {
    const page = frame.contentDocument
    if (!page?.body || isBlank() || isAwaitingStyle(page)) return
    const before = elements
    elements = page.getElementsByTagName('*').length
    if (elements > before) watched.stages++
    for (const { selector, own } of parts)
      for (const [at, element] of page.querySelectorAll(selector).entries())
        lookAt(element, selector, own[at])
  }

  let isOver = false
  const onFrame = () => {
    look()
    if (!isOver) requestAnimationFrame(onFrame)
  }
  const isBlank = () => frame.contentDocument?.URL === 'about:blank'
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => isBlank() || resolve()))
  document.body.replaceChildren(frame)
  frame.src = url
  requestAnimationFrame(onFrame)
  await loaded
  const page = frame.contentWindow as Window & { motif?: { ready: Promise<unknown> } }
  if (runsScripts) await page.motif?.ready
  for (let rest = 0; rest < 10; rest++) await new Promise(requestAnimationFrame)
  isOver = true
  watched.last = parts.map(({ selector }) => ({
    selector,
    own: [...page.document.querySelectorAll(selector)].map(shownBy),
  }))
  return watched
}
