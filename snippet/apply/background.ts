import type { Target } from './kinds.ts'

const firstUrl = /url\(("([^"\\]|\\.)*"|[^)]*)\)/

/** Whether an element has a picture in its background, by whatever style. */
export const hasBackground = (element: Element): boolean =>
  firstUrl.test(getComputedStyle(element).backgroundImage)

/** Changes the picture in an element's background. Gradients over it stay. */
export const applyBackground = ({ item, element, put, tools }: Target): void => {
  const name = 'style:background-image'
  const url = new URL(item.payload, document.baseURI).href
  const shown = getComputedStyle(element).backgroundImage
  const write = tools.writes.of(element)?.get(name)
  const isOurs = write && shown.includes(url)
  const wanted = isOurs ? write.wanted : `${shown.replace(firstUrl, () => `url(${JSON.stringify(url)})`)} !important`
  if (!put(element, name, wanted)) return
  tools.watchStyles()
  const probe = new Image()
  tools.awaitPicture(item, probe)
  probe.src = url
}
