import type { StreamedElement } from './element.ts'
import type { OpenElements, StartTag } from './open-elements.ts'
import type { TagName } from './tag-name.ts'
import { Unsure } from './unsure.ts'

/** Takes a start tag in an SVG. Only elements that certainly stay in the SVG are followed. */
export function startForeign(open: OpenElements, tag: StartTag): StreamedElement {
  const { text, endsForeign } = tag.name
  if (endsForeign || open.current?.tagName.isIntegrationPoint) throw new Unsure(`${text} in an SVG`)
  return open.insert(tag, open.current, true)
}

/** Takes an end tag in an SVG. */
export function endForeign(open: OpenElements, { text }: TagName): void {
  if (text === 'p' || text === 'br') throw new Unsure(`</${text}> in an SVG`)
  if (open.current?.name !== text) throw new Unsure('an SVG misnested')
  open.pop()
}
