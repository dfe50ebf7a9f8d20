import { hasSource, isTarget } from '../../wire/targets.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import { applyBackground, hasBackground } from './background.ts'
import type { Kind, Target } from './kinds.ts'
import { isSvg } from './walk.ts'

/** The address of an image, source, video, audio or iframe; of another element its background image. */
export const src: Kind = {
  slot: 'src',
  accepts: ({ payload }, element) =>
    isTarget('src', element.localName, isSvg(element)) &&
    (hasSource(element.localName) || hasBackground(element)) &&
    isAllowedUrl(payload, { attribute: 'src', element: element.localName, base: document.baseURI }),
  says: ({ payload }, element) => element.getAttribute('src') === payload,
  apply(target) {
    if (!hasSource(target.element.localName)) applyBackground(target)
    else if (target.element.localName === 'source') applySource(target)
    else applyImage(target)
  },
}

/** An image loses its `srcset`, and the sources of its picture their say: both win over `src`. */
const applyImage = ({ item, element, put, tools }: Target) => {
  const isNew = put(element, 'src', item.payload)
  if (element.localName !== 'img') return
  put(element, 'srcset', null)
  const picture = element.parentElement
  if (picture?.localName === 'picture')
    for (const source of picture.querySelectorAll('source'))
      if (!tools.isTaken(source, 'src')) put(source, 'media', 'not all')
  if (isNew) tools.awaitPicture(item, element as HTMLImageElement)
}

/** A medium looks at its sources again only when it is told to. */
const applySource = ({ item, element, put, tools }: Target) => {
  const parent = element.parentElement
  const image = parent?.localName === 'picture' && parent.querySelector('img')
  if (!put(element, image ? 'srcset' : 'src', item.payload)) return
  if (image) tools.awaitPicture(item, image)
  else (parent as HTMLMediaElement | null)?.load?.()
}
