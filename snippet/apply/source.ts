import { holdAttribute } from './attribute.ts'
import type { Hold } from './claims.ts'

/**
 * Holds the source of a picture, a medium or a frame. An `img` loses its `srcset`, and the other sources of its
 * `picture` their say, because both win over `src`.
 */
export const holdSource = (element: Element, url: string): Hold => {
  const parent = element.parentElement
  const picture = parent?.localName === 'picture' && parent
  const holds =
    picture && element.localName === 'source'
      ? [holdAttribute(element, 'srcset', url)]
      : [holdAttribute(element, 'srcset', null), holdAttribute(element, 'src', url)]
  if (picture && element.localName === 'img')
    for (const source of picture.querySelectorAll('source'))
      holds.push(holdAttribute(source, 'media', 'not all'))
  const both = (step: (hold: Hold) => unknown) => {
    const changed = holds.map(step).some(Boolean)
    // A medium looks at its sources again only when it is told to.
    if (changed && element.localName === 'source') (parent as HTMLMediaElement | null)?.load?.()
    return changed
  }
  return { write_: () => both((hold) => hold.write_()), revert_: () => both((hold) => hold.revert_()) }
}
