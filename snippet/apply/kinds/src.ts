import { hasSource } from '../../../wire/targets.ts'
import { applyBackground, hasBackground } from '../background.ts'
import { type Hold, put } from '../hold.ts'
import type { Kind, Tools } from '../kinds.ts'

/** The address of an image, source, video, audio or iframe; of another element its background image. */
export const src: Kind = {
  isSeen: (element) => hasSource(element.localName) || hasBackground(element),
  apply(hold, tools) {
    const { localName } = hold.element
    if (!hasSource(localName)) applyBackground(hold, tools)
    else if (localName === 'source') applySource(hold, tools)
    else applyImage(hold, tools)
  },
}

/** An image loses its `srcset`, and the sources of its picture their say: both win over `src`. */
const applyImage = (hold: Hold, { isTaken, awaitPicture }: Tools) => {
  const { item, element } = hold
  const isNew = put(hold, element, 'src', item.payload)
  if (element.localName !== 'img') return
  // Emptied instead of removed, so that it keeps its place among the attributes.
  if (element.hasAttribute('srcset')) put(hold, element, 'srcset', '')
  for (const source of element.closest('picture')?.querySelectorAll('source') ?? [])
    if (!isTaken(source, 'src')) put(hold, source, 'media', 'not all')
  if (!isNew) return
  // With both sizes it takes as much room without a picture as with one.
  const isStill = element.matches('[width][height]')
  if (isStill && getComputedStyle(element).visibility === 'hidden') forgetPicture(element)
  awaitPicture(item, element as HTMLImageElement)
}

/**
 * Browsers show an image's former picture until the next is there, and by then the time may be over for which it is hidden.
 * One without an address in between is empty. Not so in Firefox if it had a `srcset`.
 */
const forgetPicture = (image: Element): void => {
  const src = `${image.getAttribute('src')}`
  image.setAttribute('src', '')
  image.setAttribute('src', src)
}

/** A medium looks at its sources again only when it is told to. */
const applySource = (hold: Hold, { awaitPicture }: Tools) => {
  const { item, element } = hold
  const parent = element.parentElement
  const image = parent?.localName === 'picture' && parent.querySelector('img')
  if (!put(hold, element, image ? 'srcset' : 'src', item.payload)) return
  if (image) awaitPicture(item, image)
  else (parent as HTMLMediaElement | null)?.load?.()
}
