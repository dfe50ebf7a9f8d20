import type { ContentItem } from '../../../wire/record.ts'
import { afterEachPaint } from '../paints.ts'

/** What the page itself shows in the elements of a selector, in their order: texts, or addresses of pictures. */
export interface OwnContent {
  selector: string
  type: ContentItem['type']
  shown: string[]
}

declare global {
  interface Window {
    /** How many frames showed the page's own content, by `selector type`. */
    ownFrames: Record<string, number>
  }
}

/** Runs in the page: what the elements of the items show. Links show no address. */
export function readContent(items: ContentItem[]): OwnContent[] {
  const shownBy = (element: Element) => (element as HTMLImageElement).currentSrc ?? element.textContent
  return items
    .filter(({ type }) => type !== 'href')
    .map(({ selector, type }) => ({
      selector,
      type,
      shown: [...document.querySelectorAll(selector)].map(shownBy),
    }))
}

/** A script that counts in `window.ownFrames` the frames in which a visitor sees something of the page's own content. */
export function watchOwn(own: OwnContent[]): string {
  return `window.ownFrames = {}; ${afterEachPaint(`() => (${countOwn})(${JSON.stringify(own)})`)}`
}

function countOwn(own: OwnContent[]) {
  const isSeen = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return isInside && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  for (const { selector, type, shown } of own)
    for (const [index, element] of document.querySelectorAll(selector).entries()) {
      const shows = (element as HTMLImageElement).currentSrc ?? element.textContent
      const key = `${selector} ${type}`
      if (shows && shows === shown[index] && isSeen(element))
        window.ownFrames[key] = (window.ownFrames[key] ?? 0) + 1
    }
}
