import type { KeepingTools } from './kind.ts'
import { type Kept, put } from './put.ts'

const firstUrl = /url\(("([^"\\]|\\.)*"|[^)]*)\)/

const pictureOf = (element: Element) => getComputedStyle(element).backgroundImage

/** Whether an element has a background picture. */
export const hasBackground = (element: Element): boolean => firstUrl.test(pictureOf(element))

/** Changes an element's background picture. Gradients over it stay. */
export const applyBackground = (hold: Kept, { awaitPicture, watchStyles }: KeepingTools): void => {
  const { item, element } = hold
  // Characters that could end the CSS string are percent-encoded.
  const url = new URL(item.payload, document.baseURI).href.replace(
    /["'()\\]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  const shown = pictureOf(element)
  const picture = shown.replace(firstUrl, () => `url("${url}")`)
  if (picture === shown || !put(hold, element, 'style:background-image', `${picture} !important`)) return
  watchStyles()
  const probe = new Image()
  probe.src = url
  awaitPicture(item, probe)
}
