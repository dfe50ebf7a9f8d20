import type { Hold } from '../hold.ts'
import type { Kind, Tools } from './kind.ts'

/** The address of an image, source, video, audio or iframe. */
export const src: Kind = {
  apply(hold, tools) {
    const { element } = hold
    // It would win over the address.
    if (element.hasAttribute('srcdoc')) tools.put(hold, element, 'srcdoc', null)
    if (element.localName === 'source') applySource(hold, tools)
    else applyImage(hold, tools)
  },
}

/** Sets an image's `src`, and disables its `srcset` and its picture's sources, which would win over it: all but those of later items. */
const applyImage = (hold: Hold, { put, takerOf, awaitPicture }: Tools) => {
  const { item, element } = hold
  const isNew = put(hold, element, 'src', item.payload)
  if (element.localName !== 'img') return
  // Emptied, not removed, so that it keeps its place among the attributes.
  if (element.hasAttribute('srcset')) put(hold, element, 'srcset', '')
  for (const source of element.closest('picture')?.querySelectorAll('source') ?? [])
    if ((takerOf(source, 'src')?.index ?? -1) < item.index) put(hold, source, 'media', 'not all')
  if (!isNew) return
  // With width and height the layout does not change while the image is empty.
  const isStill = element.matches('[width][height]')
  if (isStill && getComputedStyle(element).visibility === 'hidden') forgetPicture(element)
  awaitPicture(item, element as HTMLImageElement)
}

/**
 * Browsers show an image's former picture until the next one has loaded, and that may be after the time-out of hiding.
 * Setting an empty address in between clears it. Firefox does not, if the image had a `srcset`.
 */
const forgetPicture = (image: Element): void => {
  const src = `${image.getAttribute('src')}`
  image.setAttribute('src', '')
  image.setAttribute('src', src)
}

/** Sets a source's address. It wins over its image, which may have disabled it, unless that is a later item's. */
const applySource = (hold: Hold, { put, takeBack, takerOf, awaitPicture }: Tools) => {
  const { item, element } = hold
  const picture = element.closest('picture')
  if (!picture) {
    put(hold, element, 'src', item.payload)
    return
  }
  const image = picture.querySelector('img')
  const taker = image && takerOf(image, 'src')
  if (taker && taker.index <= item.index) takeBack(element, 'media')
  if (put(hold, element, 'srcset', item.payload) && image) awaitPicture(item, image, false, element)
}
