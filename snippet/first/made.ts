import { contentAround, type Hold, type Holds } from './hold.ts'
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

/**
 * Gives what the browser has put in place of a target's texts the page's own words: they all go into the first.
 *
 * @param original the target as it was before it was taken back
 */
export const takeBackTranslated = (holds: Holds, { element, writes }: Hold): void => {
  const gone = writes.filter(({ node, part }) => part === 'text' && !element.contains(node))
  let own = gone.map((write) => write.own).join('')
  if (!gone[0]) return
  for (const font of element.querySelectorAll('font > font'))
    if (isTranslation(font) && contentAround(holds, font)?.element === element) {
      font.textContent = own
      own = ''
    }
}

/**
 * Gives an element the own words and addresses of a target, if the page has made it of that: a copy of the target, or the
 * target itself with its words in single letters.
 *
 * @param original the target as it was before it was taken back
 */
export const takeBackMade = ({ item, writes, ownText }: Hold, element: HTMLElement): void => {
  for (const { node, part, own, ours } of writes) {
    const { read, write } = partOf(part)
    if (node.nodeName === element.nodeName && read(element as AnyNode) === ours)
      write(element as AnyNode, own)
  }
  if (ownText === undefined || isSaid(item, ownText) || !isSaid(item, element.textContent)) return
  let own = ownText
  walk(element, (node) => {
    if (!isText(node)) return
    node.data = own
    own = ''
  })
}
