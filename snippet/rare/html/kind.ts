import { writeOf } from '../../first/hold.ts'
import { isTranslation } from '../../first/made.ts'
import { isText } from '../../first/walk.ts'
import type { KeptKind } from '../../follow/kind.ts'
import { isMadeOf } from '../../follow/personal.ts'
import type { Kept } from '../../follow/put.ts'
import { isSame } from '../../follow/values.ts'
import { putNodes } from './put-nodes.ts'
import { copiesOf, renewRewritten } from './rewritten.ts'

/** Makes the sanitised payload the content of the element. */
export const html: KeptKind = {
  apply(hold, { takerOf, frameworkOf, leaveEmpty }) {
    if (isTranslated(hold) || keepsMade(hold) || (hold.inserted && leaveEmpty(hold))) return
    const last = hold.inserted?.at(-1) as Text | undefined
    const words = `${hold.item.html?.lastChild?.nodeValue}`
    // The parser appends the page's words to Motif's last text, and so does `normalize()`: split them off.
    if (last?.data?.startsWith(words) && last.data !== words) last.splitText(words.length)
    hold.inserted ??= copiesOf(hold.item.html)
    const framework = frameworkOf(hold.element)
    if (framework?.mayRewrite) renewRewritten(hold, takerOf)
    if (framework) putNodes(hold)
  },
}

/** Whether the browser has translated the item's content: what it has put in place of texts is given back with it. */
const isTranslated = (hold: Kept): boolean => {
  const { element, inserted = [], writes } = hold
  if (!inserted.some((node) => isText(node) && node.parentNode !== element)) return false
  const translations = [...element.children].filter((child) => isTranslation(child.firstElementChild))
  for (const node of translations)
    if (!writes.some((write) => write.node === node))
      writes.push({ node, part: 'parent', own: null, wanted: element, ours: element })
  return !!translations[0]
}

/** Whether the page has made its content of the item's, for an animation or for its looks: that stays, but is not the page's own. */
const keepsMade = (hold: Kept): boolean => {
  const { element, inserted } = hold
  const write = writeOf(hold, element, 'children')
  const now = [...element.childNodes]
  if (!write || isSame(now, write.ours) || now.some((node) => inserted?.includes(node))) return false
  const isKept = isMadeOf(hold, `${element.textContent}`, write.own)
  if (isKept) write.wanted = write.ours = now
  return isKept
}
