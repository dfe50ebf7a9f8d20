import { isTarget, showsPlaceholder } from '../../wire/targets.ts'
import type { Kind, Target } from './kinds.ts'
import { leavesOf } from './leaves.ts'
import { isElement, isSvg, isText } from './walk.ts'

const isField = ({ localName }: Element) => /^(input|textarea)$/.test(localName)

const hasPlaceholder = (element: Element) =>
  element.localName === 'textarea' || showsPlaceholder((element as HTMLInputElement).type)

const withoutBlanks = (text: string | null) => `${text}`.replace(/\s/g, '')

/** The text that a visitor sees; of a field its placeholder. */
export const text: Kind = {
  slot: 'content',
  accepts: (_, element) =>
    isField(element) ? hasPlaceholder(element) : isTarget('text', element.localName, isSvg(element)),
  says: ({ payload }, element) => withoutBlanks(element.textContent) === withoutBlanks(payload),
  apply(target) {
    const { item, element, put, tools } = target
    const only = element.firstChild
    if (isField(element)) put(element, 'placeholder', item.payload)
    // The usual case, at a third of the cost.
    else if (only && isText(only) && !only.nextSibling) write(target, [only])
    else write(target, leavesOf(element, tools.isTaken))
  },
}

/**
 * Into the page's own text nodes, because frameworks hold on to them: the first with something in it takes the text,
 * the others are emptied. Only where there is none one is made.
 */
const write = (target: Target, leaves: Node[]) => {
  const { item, element, put, tools } = target
  const texts = leaves.filter(isText)
  const said = texts.map(({ data }) => data).join('')
  if (texts[1] && withoutBlanks(said) === withoutBlanks(item.payload)) return noteSplit(target, texts)
  const first = texts.find(({ data }) => data.trim()) ?? texts[0] ?? new Text()
  if (!texts[0]) put(first, 'parent', element)
  const at = leaves.indexOf(first)
  // Blanks beside an icon keep it apart from the text.
  const [before, after] = [leaves.slice(0, at), leaves.slice(at + 1)].map((some) => some.some(isElement))
  const lead = before ? /^\s*/.exec(first.data) : ''
  const trail = after ? /\s*$/.exec(first.data) : ''
  put(first, 'text', lead + item.payload + trail)
  for (const node of texts)
    if (node !== first && (node.data.trim() || !(before || after))) put(node, 'text', '')
  tools.ownTexts.set(element, texts.map((node) => ownText(target, node)).join(''))
}

const ownText = ({ tools }: Target, node: Text) => tools.writes.of(node)?.get('text')?.own ?? node.data

/** The page has split the text into letters or words, for an animation: it keeps its pieces until they are given back. */
const noteSplit = ({ item, element, tools }: Target, texts: Text[]) => {
  const { writes, ownTexts } = tools
  let own = ownTexts.get(element)
  if (own === undefined) return
  for (const node of texts) {
    const { data } = node
    if (!data.trim() || writes.of(node)?.has('text')) continue
    writes.note(node, 'text', { item, own, wanted: data, ours: data })
    own = ''
  }
}
