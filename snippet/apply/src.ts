import { hasSource, isTarget } from '../../wire/targets.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import { applyBackground, hasBackground } from './background.ts'
import type { Hold } from './hold.ts'
import type { Kind, Tools } from './kinds.ts'
import { isSvg } from './walk.ts'

/** The address of an image, source, video, audio or iframe; of another element its background image. */
export const src: Kind = {
  slot: 'src',
  accepts: ({ payload }, element) =>
    isTarget('src', element.localName, isSvg(element)) &&
    (hasSource(element.localName) || hasBackground(element)) &&
    isAllowedUrl(payload, { attribute: 'src', element: element.localName, base: document.baseURI }),
  says: ({ payload }, element) => element.getAttribute('src') === payload,
  apply(hold, tools) {
    const { localName } = hold.element
    if (!hasSource(localName)) applyBackground(hold, tools)
    else if (localName === 'source') applySource(hold, tools)
    else applyImage(hold, tools)
  },
}

/** An image loses its `srcset`, and the sources of its picture their say: both win over `src`. */
const applyImage = ({ item, element }: Hold, { put, isTaken, awaitPicture }: Tools) => {
  const isNew = put(element, 'src', item.payload)
  if (element.localName !== 'img') return
  // Emptied instead of removed, so that it keeps its place among the attributes.
  if (element.hasAttribute('srcset')) put(element, 'srcset', '')
  const picture = element.parentElement
  if (picture?.localName === 'picture')
    for (const source of picture.querySelectorAll('source'))
      if (!isTaken(source, 'src')) put(source, 'media', 'not all')
  if (isNew) awaitPicture(item, element as HTMLImageElement)
}

/** A medium looks at its sources again only when it is told to. */
const applySource = ({ item, element }: Hold, { put, awaitPicture }: Tools) => {
  const parent = element.parentElement
  const image = parent?.localName === 'picture' && parent.querySelector('img')
  if (!put(element, image ? 'srcset' : 'src', item.payload)) return
  if (image) awaitPicture(item, image)
  else (parent as HTMLMediaElement | null)?.load?.()
}
