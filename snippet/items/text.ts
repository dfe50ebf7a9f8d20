import { areDifferent, decideTexts, goesWithWords, isApart, letters } from '../../wire/texts.ts'
import type { Target } from './item.ts'
import type { Tools } from './tools.ts'

/** The texts of an element, and what stands between them. */
interface Texts {
  /** The texts that a visitor sees. */
  texts: Text[]
  /** What goes with the words. */
  marks: HTMLElement[]
  /** Whether there are pictures or icons between the texts. */
  hasIcons: boolean
  /** What all of it says, whether it is seen or not. */
  said: string
}

/** Makes the payload the text of an element; in a form field, its placeholder. */
export function applyText(target: Target, tools: Tools): void {
  const { item, element } = target
  if (/^(input|textarea)$/.test(element.localName)) {
    tools.put(target, element, 'placeholder', item.payload)
    return
  }
  const found = textsOf(element, tools)
  if (target.words !== undefined && isKept(target, found)) tools.keep(target)
  else writeTexts(target, found, tools)
  writeLabels(target, tools)
}

/** The texts of an element, without those of other items' targets inside. */
export function textsOf(
  element: Element,
  { originalOf, takerOf }: Pick<Tools, 'originalOf' | 'takerOf'>,
): Texts {
  const found: Texts = { texts: [], marks: [], hasIcons: false, said: '' }
  collect(element, found, takerOf)
  // Of several texts some may be for other screens, for screen readers, or the names of icons.
  if (areDifferent(found.texts.map((text) => originalOf(text, 'data') as string))) {
    const seen = found.texts.filter((text) => isSeen(text, element))
    if (seen.some((text) => `${originalOf(text, 'data')}`.trim())) found.texts = seen
  }
  return found
}

function collect(node: Node, found: Texts, takerOf: Tools['takerOf']): void {
  for (const child of node.childNodes)
    if (child.nodeType === 3) {
      found.texts.push(child as Text)
      found.said += (child as Text).data
    } else if (child.nodeType === 1 && !takerOf(child)) {
      const { localName, alt, style } = child as HTMLImageElement
      if (goesWithWords(localName, alt)) {
        found.marks.push(child as HTMLElement)
        if (alt && style.display !== 'none') found.said += alt
      } else if (!child.firstChild || isApart(localName)) found.hasIcons = true
      else collect(child, found, takerOf)
    }
}

/** How many pixels outside of the page something for screen readers is put: `left: -9999px`. */
const farPx = 999

/**
 * Whether a visitor can read a text, if its target can be seen. What is fading in can be. Copies for screen readers are cut to a pixel,
 * or far outside; an icon font draws its words, as Material Icons do for `arrow_forward`.
 */
function isSeen({ parentElement }: Text, target: Element): boolean {
  for (let node = parentElement as HTMLElement; node !== target; node = node.parentElement as HTMLElement) {
    const { opacity, visibility, overflow, fontFamily } = getComputedStyle(node)
    const { width, height, right } = node.getBoundingClientRect()
    if (
      !node.getClientRects()[0] ||
      /icon|symbols/i.test(fontFamily) ||
      visibility !== getComputedStyle(target).visibility ||
      (opacity === '0' && !node.style?.opacity && !node.getAnimations?.()[0]) ||
      (overflow !== 'visible' && Math.min(width, height) <= 1) ||
      right + scrollX < -farPx
    )
      return false
  }
  return true
}

/** Whether an element says the personal words, whatever the page or the browser has made of them, or is being typed. */
function isKept({ item, element, words }: Target, { texts, marks, said }: Texts): boolean {
  const wanted = letters(item.payload)
  const seen = letters(texts.map(({ data }) => data).join(''))
  // The words may be in a text that is not seen any more.
  if (!seen && !marks[0]) return !wanted
  return [letters(said), seen].some(
    (now) =>
      now === wanted || (now && now !== letters(words) && wanted.startsWith(now)) || isTranslated(element),
  )
}

/** Whether the browser has translated an element: Chromium puts two `font` elements in place of each text. */
export function isTranslated(element: Element): boolean {
  return /\btranslated-/.test(document.documentElement.className) && !!element.querySelector('font > font')
}

/** Writes into the page's own text nodes, because frameworks keep references to them. */
function writeTexts(target: Target, { texts, marks, hasIcons }: Texts, tools: Tools): void {
  const { item, element } = target
  const { put, originalOf } = tools
  target.made ??= texts[0] ? undefined : [new Text()]
  if (target.made) {
    put(target, target.made[0] as Text, 'parent', element)
    texts.push(target.made[0] as Text)
  }
  target.words = decideTexts(
    texts.map((text) => originalOf(text, 'data') as string),
    item.payload,
    hasIcons,
    (at, words) => put(target, texts[at] as Text, 'data', words),
  )
  for (const mark of marks) put(target, mark, 'style:display', 'none')
}

/** Makes the labels of a target, or of what is around it, say the new text if they said the old one. */
function writeLabels(target: Target, { put, originalOf }: Tools): void {
  const { element, item } = target
  const said = letters(target.words)
  const labelled = element.closest('[aria-label],[title]')
  for (const name of ['aria-label', 'title'])
    if (labelled && said && letters(originalOf(labelled, name) as string | null) === said)
      put(target, labelled, name, item.payload)
}

/** Gives an element that still says the personal words, in nodes that the page has made of them, its own words. */
export function giveWordsBack(
  { item, element, words = '' }: Target,
  tools: Pick<Tools, 'originalOf' | 'takerOf'>,
): void {
  const { texts, marks, said } = textsOf(element, tools)
  const isSaid = letters(said) === letters(item.payload) || isTranslated(element)
  // A text that is the page's own is given back by its writes alone.
  if (!isSaid || letters(words) === letters(item.payload)) return
  texts.forEach((text, at) => {
    text.data = at ? '' : words
  })
  for (const mark of marks) if (mark.localName === 'img') mark.remove()
}
