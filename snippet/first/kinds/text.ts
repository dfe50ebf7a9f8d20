import { showsPlaceholder } from '../../../wire/targets.ts'
import { hideEmpties } from '../empties.ts'
import { type Hold, writeOf } from '../hold.ts'
import { withoutBlanks, writeLabels } from '../labels.ts'
import { type Leaves, leavesOf } from '../leaves.ts'
import { isText, parentOf } from '../walk.ts'
import type { Kind, Tools } from './kind.ts'

const isField = ({ localName }: Element) => /^(input|textarea)$/.test(localName)

/** The text that a visitor sees; in a form field, the placeholder. */
export const text: Kind = {
  isSeen: (element) => !isField(element) || showsPlaceholder((element as HTMLInputElement).type),
  apply(hold, tools) {
    const { item, element } = hold
    const only = element.firstChild
    // A form sends the text of an option that has no value.
    if (element.localName === 'option' && !element.hasAttribute('value'))
      tools.put(hold, element, 'value', (element as HTMLOptionElement).value)
    if (isField(element)) tools.put(hold, element, 'placeholder', item.payload)
    // The usual case, an element with one text node, at a third of the cost.
    else if (only && isText(only) && !only.nextSibling) writeInto(hold, only, tools)
    else write(hold, leavesOf(element, tools), tools)
    if (!isField(element)) writeLabels(hold, tools)
  },
}

const writeInto = (hold: Hold, only: Text, { put, leavesTexts }: Tools) => {
  if (leavesTexts(hold, [only])) return
  put(hold, only, 'text', hold.item.payload)
  noteOwn(hold, ownOf(hold, only))
}

/** The page's own last words that are not blank, for labels that say them and for what it makes of the personal ones. */
const noteOwn = (hold: Hold, own: string) => {
  hold.ownText = own.trim() ? own : (hold.ownText ?? own)
}

const ownOf = (hold: Hold, node: Text) => (writeOf(hold, node, 'text')?.own as string) ?? node.data

/**
 * Writes into the page's own text nodes, because frameworks keep references to them. The first node with words gets the
 * text, the others are emptied unless they are copies of it; only an element without text nodes gets a new one. Blanks beside an
 * icon or a copy stay, because they separate it from the text. If only blanks had arrived when the text was first written, it moves
 * to the page's words.
 */
const write = (hold: Hold, leaves: Leaves, tools: Tools, isWhole?: boolean) => {
  const { item, element } = hold
  const { texts, icons, others } = leaves
  const { put, leavesTexts, takerOf } = tools
  if (leavesTexts(hold, texts)) return
  // None of its words are displayed yet: they are written all the same, and not beside them.
  if (
    !isWhole &&
    !icons[0] &&
    !others[0] &&
    !texts.some((node) => `${node.data}${ownOf(hold, node)}`.trim())
  ) {
    const all = leavesOf(element, tools, true)
    if (all.texts.some(({ data }) => data.trim())) return write(hold, all, tools, true)
  }
  const filled = texts.filter(({ data }) => data.trim())
  // All its words are inside other targets of this item, which write them.
  if (!filled[0] && others.some((one) => takerOf(one, 'content') === item)) return
  const first = filled.find((node) => ownOf(hold, node).trim()) ?? filled[0] ?? texts[0] ?? new Text()
  if (!texts[0]) put(hold, first, 'parent', element)
  const wordsOf = () => texts.filter((node) => ownOf(hold, node).trim())
  const isCopied = areCopies(hold, wordsOf())
  const keepsBlanks = isCopied || !!icons[0]
  const writeWords = (node: Text) => {
    const [, before = '', behind = ''] = (keepsBlanks && /^(\s*).*?(\s*)$/s.exec(ownOf(hold, node))) || []
    put(hold, node, 'text', before + item.payload + behind)
  }
  writeWords(first)
  for (const node of texts)
    if (isCopied && ownOf(hold, node).trim()) writeWords(node)
    else if (node !== first && (node.data.trim() || !keepsBlanks)) put(hold, node, 'text', '')
  noteOwn(hold, (isCopied ? [first] : texts).map((node) => ownOf(hold, node)).join(''))
  const words = wordsOf()
  if (words[1] && !isCopied) hideEmpties(hold, words, leaves, tools)
}

/** Shorter words may be the same by chance, where a page has put each word into an element. */
const shortestCopy = 4

/** Whether a target has the same words several times, each in an element, as buttons whose words roll, and bands that go round. */
const areCopies = (hold: Hold, words: Text[]): boolean => {
  const [one = '', ...others] = words.map((node) => withoutBlanks(ownOf(hold, node)))
  return (
    one.length >= shortestCopy &&
    !!others[0] &&
    others.every((other) => other === one) &&
    !words.some((node) => parentOf(node) === hold.element)
  )
}
