import { showsPlaceholder } from '../../../wire/targets.ts'
import { hideEmpties } from '../empties.ts'
import { type Hold, put, writeOf } from '../hold.ts'
import type { Kind } from '../kinds.ts'
import { writeLabels } from '../labels.ts'
import { type Leaves, leavesOf } from '../leaves.ts'
import { isText } from '../walk.ts'
import { withoutBlanks } from '../words.ts'

const isField = ({ localName }: Element) => /^(input|textarea)$/.test(localName)

/** The text that a visitor sees; in a form field, the placeholder. */
export const text: Kind = {
  isSeen: (element) => !isField(element) || showsPlaceholder((element as HTMLInputElement).type),
  apply(hold, tools) {
    const { item, element } = hold
    const only = element.firstChild
    if (isField(element)) put(hold, element, 'placeholder', item.payload)
    // The usual case, an element with one text node, at a third of the cost.
    else if (only && isText(only) && !only.nextSibling) writeInto(hold, only)
    else write(hold, leavesOf(element, tools))
    if (!isField(element)) writeLabels(hold)
  },
}

const writeInto = (hold: Hold, only: Text) => {
  put(hold, only, 'text', hold.item.payload)
  hold.ownText = ownOf(hold, only)
}

const ownOf = (hold: Hold, node: Text) => (writeOf(hold, node, 'text')?.own as string) ?? node.data

/**
 * Writes into the page's own text nodes, because frameworks keep references to them. The first node with words gets the
 * text, the others are emptied; only an element without text nodes gets a new one. Blanks beside an icon stay, because they
 * separate it from the text. If only blanks had arrived when the text was first written, it moves to the page's words.
 */
const write = (hold: Hold, leaves: Leaves) => {
  const { item, element } = hold
  const { texts, icons } = leaves
  const said = texts.map(({ data }) => data).join('')
  if (texts[1] && withoutBlanks(said) === withoutBlanks(item.payload)) return keepPieces(hold, texts)
  const filled = texts.filter(({ data }) => data.trim())
  const first = filled.find((node) => ownOf(hold, node).trim()) ?? filled[0] ?? texts[0] ?? new Text()
  if (!texts[0]) put(hold, first, 'parent', element)
  const hasIcon = !!icons[0]
  const blanks = hasIcon ? /^(\s*).*?(\s*)$/s.exec(first.data) : undefined
  put(hold, first, 'text', `${blanks?.[1] ?? ''}${item.payload}${blanks?.[2] ?? ''}`)
  for (const node of texts) if (node !== first && (node.data.trim() || !hasIcon)) put(hold, node, 'text', '')
  hold.ownText = texts.map((node) => ownOf(hold, node)).join('')
  const words = texts.filter((node) => ownOf(hold, node).trim())
  if (words[1]) hideEmpties(hold, words, leaves)
}

/**
 * The page has split the text into letters or words, for an animation: the pieces stay. When they are given back, the
 * first one gets all of the page's own words, and the others become empty.
 */
const keepPieces = (hold: Hold, texts: Text[]) => {
  let own = hold.ownText
  for (const node of texts) {
    const { data } = node
    if (own === undefined || (own && !data.trim()) || writeOf(hold, node, 'text')) continue
    hold.writes.push({ node, part: 'text', own, wanted: data, ours: data, isLate: false })
    own = ''
  }
}
