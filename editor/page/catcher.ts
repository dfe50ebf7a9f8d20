import { cancel } from './guard.ts'
import type { Layer } from './layer.ts'

/** A transparent frame over the page. What happens in a frame is heard in its own document only, and by no listener of the page. */
export interface Catcher {
  /** Hears an event in the frame. */
  listen(type: string, listener: (event: Event) => void): void
  /** Takes the keys. */
  begin(): void
  /** Takes the pointer too, until it rests. */
  cover(): void
  /** Lets the pointer through to the page. */
  uncover(): void
  /** Gives keys and pointer back. */
  end(): void
  /** Where in the window an event in the frame, or in the page, is. */
  pointOf(event: MouseEvent): { x: number; y: number }
}

/** How long the pointer must rest until tools that ask what is at a point, such as screen readers, find the page again. */
const restMs = 2000

/** Creates the frame, which is there while somebody picks. If the page's policy gives it no document, picking goes on without it. */
export function createCatcher({ root }: Layer, life: AbortSignal): Catcher {
  const frame = document.createElement('iframe')
  const listeners: [type: string, listener: (event: Event) => void][] = []
  let rest = 0
  frame.className = 'catcher'
  frame.title = 'The page, while you pick an element'

  const uncover = () => {
    clearTimeout(rest)
    frame.classList.remove('covering')
  }
  const listen = () => {
    const { contentDocument, contentWindow } = frame
    if (!contentDocument || !contentWindow) return
    for (const [type, listener] of listeners)
      contentWindow.addEventListener(type, listener, { passive: false })
    contentWindow.focus()
  }
  // Firefox loads the empty page later, and a layer that is moved loads it again.
  frame.addEventListener('load', listen)
  life.addEventListener('abort', uncover)

  return {
    listen: (...one) => void listeners.push(one),
    begin() {
      if (frame.isConnected) return
      root.prepend(frame)
      listen()
    },
    cover() {
      uncover()
      if (!frame.contentDocument) return
      frame.classList.add('covering')
      rest = window.setTimeout(uncover, restMs)
    },
    uncover,
    end() {
      uncover()
      if (root.activeElement === frame) root.querySelector<HTMLElement>('.pick button')?.focus()
      frame.remove()
    },
    pointOf({ view, clientX, clientY }) {
      if (!view || view !== frame.contentWindow) return { x: clientX, y: clientY }
      const { left, top, width, height } = frame.getBoundingClientRect()
      return { x: left + (clientX * width) / view.innerWidth, y: top + (clientY * height) / view.innerHeight }
    },
  }
}

/** How many pixels a wheel's step is, by its `deltaMode`: pixels, lines, pages. */
const stepPx = [1, 16, 600]

/** Scrolls what a wheel over the frame means to scroll: the innermost box at this point that can. */
export function scrollUnder(event: WheelEvent, at: Element | undefined): void {
  // With Ctrl, it zooms.
  if (event.ctrlKey) return
  cancel(event)
  const step = stepPx[event.deltaMode] ?? 1
  const [left, top] = [event.deltaX * step, event.deltaY * step]
  for (let box = at ?? null; box; box = box.parentElement) {
    const isScroller = box === document.scrollingElement || /auto|scroll/.test(getComputedStyle(box).overflow)
    if (!isScroller) continue
    const { scrollLeft, scrollTop } = box
    box.scrollBy({ left, top, behavior: 'instant' })
    if (box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop) return
  }
}
