import { type Hold, writeOf } from '../first/hold.ts'
import { isTranslation } from '../first/made.ts'
import { isMadeOf, isPersonal } from './personal.ts'
import type { Kept } from './put.ts'

/**
 * Whether the page has made the texts of the personal one, for an animation or for its looks, or the browser has translated
 * it: they stay. When they are given back, the first one gets all of the page's own words, and the others become empty.
 */
export const keepsMade = (hold: Kept, texts: Text[]): boolean => {
  const { ownText } = hold
  const said = sayOf(texts)
  if (ownText === undefined) return false
  // While the page arrives, the parser puts more behind Motif's words: that is the page's own, not made of them.
  const isGrowing = hold.mayGrow && said.startsWith(hold.item.payload)
  const isKept =
    texts.some(({ parentElement }) => isTranslation(parentElement)) ||
    (!isGrowing && isMadeOf(hold, said, ownText))
  const isInPieces = isPersonal(hold, said) && !texts.some(({ data }) => isPersonal(hold, data))
  const isMade = isKept || (isInPieces && !isPersonal(hold, ownText))
  if (isMade && !texts.every((node) => isUntouched(hold, node))) claim(hold, texts)
  return isKept
}

/** Notes the texts as Motif's. */
const claim = (hold: Hold, texts: Text[]) => {
  let own = wordsBeside(hold, texts)
  for (const node of texts) {
    const { data } = node
    const write = writeOf(hold, node, 'text')
    if (write) write.wanted = write.ours = data
    else if (!own || data.trim()) {
      hold.writes.push({ node, part: 'text', own, wanted: data, ours: data })
      own = ''
    }
  }
}

/** The page's own words that none of the texts will be given back. */
const wordsBeside = (hold: Hold, texts: Text[]): string => {
  let left = `${hold.ownText}`
  for (const node of texts) {
    const own = `${writeOf(hold, node, 'text')?.own ?? ''}`
    if (own.trim() && !left.includes(own)) return ''
    left = left.replace(own, '')
  }
  return left
}

/** Whether a text is as Motif has left it: beside an icon it leaves blanks. */
const isUntouched = (hold: Hold, node: Text) => {
  const { data } = node
  const write = writeOf(hold, node, 'text')
  return write ? write.ours === data : !data.trim()
}

const sayOf = (texts: Text[]) => texts.map(({ data }) => data).join('')
