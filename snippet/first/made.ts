import type { Hold } from './hold.ts'
import type { Item } from './item.ts'
import { withoutBlanks } from './labels.ts'
import { type AnyNode, partOf } from './parts.ts'
import { isText, walk } from './walk.ts'

/** Whether a text says exactly an item's words, in whatever letters. */
const isSaid = ({ payload }: Item, said: string | null | undefined) => {
  const plain = (text: string | null | undefined) => withoutBlanks(text).toLowerCase()
  return !!payload.trim() && plain(said) === plain(payload)
}

/**
 * Whether a target is the page's own. A later look may have found a copy of another one: the copy says the personal words
 * already, so nothing was written, or they count as what the page had.
 */
export const isOriginal = ({ item, look, writes, ownText }: Hold): boolean =>
  !look || (!!writes[0] && !isSaid(item, ownText))

/**
 * Whether an element is one into which the browser puts what it translates: Chromium puts two `font` elements in place of
 * each text, and says so in the class of the document.
 */
export const isTranslation = (element: Element | null): boolean =>
  !!element?.matches('font > font') && /\btranslated-(ltr|rtl)\b/.test(document.documentElement.className)

/** Whether the browser has put its translation in place of what was written into a target. */
const isTranslated = ({ element, writes }: Hold) =>
  isTranslation(element.querySelector('font > font')) && !writes.some(({ node }) => element.contains(node))

/**
 * Gives an element the own words and addresses of a target, if the page has made it of that: a copy of the target, or the
 * target itself with its words in single letters or translated.
 *
 * @param original the target as it was before it was taken back
 */
export const takeBackMade = (original: Hold, element: HTMLElement): void => {
  const { item, writes, ownText } = original
  for (const { node, part, own, ours } of writes) {
    const { read, write } = partOf(part)
    if (node.nodeName === element.nodeName && read(element as AnyNode) === ours)
      write(element as AnyNode, own)
  }
  if (ownText === undefined || isSaid(item, ownText)) return
  if (!isSaid(item, element.textContent) && !(element === original.element && isTranslated(original))) return
  let own = ownText
  walk(element, (node) => {
    if (!isText(node)) return
    node.data = own
    own = ''
  })
}
