import { isTarget, showsPlaceholder } from '../../wire/targets.ts'
import { type Hold, writeOf } from './hold.ts'
import type { Kind, Tools } from './kinds.ts'
import { leavesOf } from './leaves.ts'
import { isElement, isSvg, isText } from './walk.ts'

const isField = ({ localName }: Element) => /^(input|textarea)$/.test(localName)

const withoutBlanks = (text: string | null) => `${text}`.replace(/\s/g, '')

/** The text that a visitor sees; of a field its placeholder. */
export const text: Kind = {
  slot: 'content',
  accepts: (_, element) =>
    isField(element)
      ? showsPlaceholder((element as HTMLInputElement).type)
      : isTarget('text', element.localName, isSvg(element)),
  says: ({ payload }, element) => withoutBlanks(element.textContent) === withoutBlanks(payload),
  apply(hold, tools) {
    const { item, element } = hold
    const only = element.firstChild
    if (isField(element)) tools.put(element, 'placeholder', item.payload)
    // The usual case, at a third of the cost.
    else if (only && isText(only) && !only.nextSibling) write(hold, tools, [only])
    else write(hold, tools, leavesOf(element, tools))
  },
}

/**
 * Into the page's own text nodes, because frameworks hold on to them: the first with something in it takes the text,
 * the others are emptied. Only where there is none one is made.
 */
const write = (hold: Hold, { put }: Tools, leaves: Node[]) => {
  const { item, element } = hold
  const texts = leaves.filter(isText)
  const said = texts.map(({ data }) => data).join('')
  if (texts[1] && withoutBlanks(said) === withoutBlanks(item.payload)) return keepPieces(hold, texts)
  const first = texts.find(({ data }) => data.trim()) ?? texts[0] ?? new Text()
  if (!texts[0]) put(first, 'parent', element)
  // Blanks beside an icon keep it apart from the text.
  const at = leaves.indexOf(first)
  const isAfterIcon = leaves.slice(0, at).some(isElement)
  const isBeforeIcon = leaves.slice(at + 1).some(isElement)
  const lead = isAfterIcon ? /^\s*/.exec(first.data) : ''
  const trail = isBeforeIcon ? /\s*$/.exec(first.data) : ''
  put(first, 'text', lead + item.payload + trail)
  for (const node of texts)
    if (node !== first && (node.data.trim() || !(isAfterIcon || isBeforeIcon))) put(node, 'text', '')
  hold.ownText = texts.map((node) => writeOf(hold, node, 'text')?.own ?? node.data).join('')
}

/** The page has split the text into letters or words, for an animation: it keeps its pieces until they are given back. */
const keepPieces = (hold: Hold, texts: Text[]) => {
  let own = hold.ownText
  for (const node of texts) {
    const { data } = node
    if (own === undefined || !data.trim() || writeOf(hold, node, 'text')) continue
    hold.writes.push({ node, part: 'text', own, wanted: data, ours: data, isLate: false })
    own = ''
  }
}
