import { hasSource } from '../../wire/targets.ts'
import { putAddress } from './href.ts'
import type { Target } from './item.ts'
import type { Tools } from './tools.ts'

const firstUrl = /url\(("([^"\\]|\\.)*"|[^)]*)\)/

/** Whether an element has a background picture. */
export function hasBackground(element: Element): boolean {
  return firstUrl.test(getComputedStyle(element).backgroundImage)
}

/** Makes the payload the address of an image, source, video, audio or iframe, or of another element's background picture. */
export function applySrc(target: Target, tools: Tools): void {
  const { element } = target
  const { localName } = element
  if (!hasSource(localName)) applyBackground(target, tools)
  else if (localName === 'img') applyImage(target, tools)
  else if (localName === 'source' && element.closest('picture')) applySource(target, tools)
  else putAddress(target, element, 'src', tools)
}

/** Sets an image's `src`, and disables its `srcset` and its picture's sources, which would win over it: all but those of later items. */
function applyImage(target: Target, tools: Tools): void {
  const { item } = target
  const { put } = tools
  const image = target.element as HTMLImageElement
  const isNew = putAddress(target, image, 'src', tools)
  // Emptied, not removed, so that it keeps its place among the attributes.
  if (image.hasAttribute('srcset')) put(target, image, 'srcset', '')
  for (const source of image.closest('picture')?.querySelectorAll('source') ?? [])
    if ((tools.takerOf(source, 'src')?.index ?? -1) < item.index) put(target, source, 'media', 'not all')
  if (!isNew) return
  // Browsers show the former picture until the next one has loaded, and that may be after the time-out of hiding. An empty address
  // in between clears it. With a height the layout does not change meanwhile.
  if (image.hasAttribute('height') && !image.complete) {
    image.setAttribute('src', '')
    image.setAttribute('src', item.payload)
  }
  tools.awaitPicture(item, image)
}

/** Sets a source's address in a picture. It wins over its image. */
function applySource(target: Target, tools: Tools): void {
  const image = target.element.closest('picture')?.querySelector('img')
  if (tools.put(target, target.element, 'srcset', target.item.payload) && image)
    tools.awaitPicture(target.item, image)
}

/** Changes an element's background picture. Gradients over it stay. */
function applyBackground(target: Target, tools: Tools): void {
  const { item, element } = target
  // Characters that could end the CSS string are percent-encoded.
  const url = new URL(item.payload, document.baseURI).href.replace(/["\\]/g, encodeURIComponent)
  const shown = getComputedStyle(element).backgroundImage
  const picture = shown.replace(firstUrl, () => `url("${url}")`)
  if (!tools.put(target, element, 'style:background-image', picture)) return
  const probe = new Image()
  probe.src = url
  tools.awaitPicture(item, probe)
}
