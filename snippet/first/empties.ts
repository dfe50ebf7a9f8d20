import type { Hold } from './hold.ts'
import type { Tools } from './kinds/kind.ts'
import type { Leaves } from './leaves.ts'
import { isMatch, isText, parentOf } from './walk.ts'

/** Elements that show, or take the focus, although nothing is left in them. */
const boxes =
  'a,button,label,summary,ul,ol,dl,li,dt,dd,menu,table,caption,thead,tbody,tfoot,tr,td,th,[role=button],[role=link]'

/**
 * Hides the links, buttons, lists and tables that were left empty when their words went, and the line breaks between two
 * such words that have no other item's element between them. They are not removed: a framework, or a script of the page,
 * may hold on to them.
 *
 * @param words the texts that had words, in their order
 */
export const hideEmpties = (hold: Hold, words: Text[], leaves: Leaves, { put }: Pick<Tools, 'put'>): void => {
  const { texts, icons, others } = leaves
  /** What still shows something, and what was looked at: each element once, however many words it had. */
  const done = new Set<Node>()
  const climb = (from: Node | null, visit?: (element: Element) => void) => {
    for (let node = from; node && node !== hold.element && !done.has(node); node = parentOf(node)) {
      done.add(node)
      visit?.(node as Element)
    }
  }
  const hide = (element: Element) => put(hold, element, 'style:display', 'none !important')
  for (const node of [...icons, ...others, ...texts.filter(({ data }) => data.trim())]) climb(node)
  for (const text of words)
    climb(parentOf(text), (element) => {
      if (isMatch(element, boxes)) hide(element)
    })
  for (const one of breaksBetween(words, leaves)) hide(one)
}

const breaksBetween = (words: Text[], { others, order }: Leaves): Element[] => {
  const found: Element[] = []
  /** Those since the last word; none before the first, and none behind an element of another item. */
  let since: Element[] | undefined
  let word = 0
  let other = 0
  for (const node of order)
    if (node === words[word]) {
      found.push(...(since ?? []))
      since = []
      word++
    } else if (node === others[other]) {
      since = undefined
      other++
    } else if (!isText(node)) since?.push(node)
  return found
}
