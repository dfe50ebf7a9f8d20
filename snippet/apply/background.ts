import { type Hold, writeOf } from './hold.ts'
import type { Tools } from './kinds.ts'

const firstUrl = /url\(("([^"\\]|\\.)*"|[^)]*)\)/

/** Whether an element has a picture in its background, by whatever style. */
export const hasBackground = (element: Element): boolean =>
  firstUrl.test(getComputedStyle(element).backgroundImage)

/** Changes the picture in an element's background. Gradients over it stay. */
export const applyBackground = (hold: Hold, { put, awaitPicture, watchStyles }: Tools): void => {
  const { item, element } = hold
  const part = 'style:background-image'
  // What could end the text in the style is written as the URL standard would.
  const url = new URL(item.payload, document.baseURI).href.replace(
    /["'()\\]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  const shown = getComputedStyle(element).backgroundImage
  const known = shown.includes(url) && writeOf(hold, element, part)?.wanted
  if (!put(element, part, known || `${shown.replace(firstUrl, () => `url("${url}")`)} !important`)) return
  watchStyles()
  const probe = new Image()
  probe.src = url
  awaitPicture(item, probe)
}
