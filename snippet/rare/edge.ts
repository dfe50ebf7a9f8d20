import { doneMark, ownMark, recordId, textSeparator } from '../../wire/done.ts'
import type { PageRecord } from '../../wire/record.ts'
import { type ContentType, isAllowedIn, type Slot, slots } from '../../wire/targets.ts'
import { goesWithWords, letters } from '../../wire/texts.ts'
import { isMadeOf } from '../items/href.ts'
import type { Item, Target, Value } from '../items/item.ts'
import type { Applying } from '../items/items.ts'
import type { Writes } from '../items/writes.ts'
import { query } from '../page.ts'
import { takeRoot } from './bridge.ts'

/** With the roots that the edge has made. */
export { bridge } from './bridge.ts'

/** The record that the edge has put into the page; `undefined` if there is none for this pattern. */
export function recordOf(pattern: string): PageRecord | undefined {
  const [script] = query(`script#${recordId}`) as Iterable<HTMLScriptElement>
  const record = script && (JSON.parse(script.text) as PageRecord)
  return record?.pattern === pattern ? record : undefined
}

/** The slots of all parts that the edge changes. */
const slotsOfParts: Readonly<Record<string, Slot>> = { ...slots, placeholder: 'content', srcset: 'src' }

/**
 * Takes over what the edge has changed and has arrived since: it becomes writes, whose originals are what the page's own server
 * sent, so that the pass finds everything in place. What the marks say is checked: only the edge knows the pattern, and what says
 * something else was written by the page. An element keeps its mark, without parts, until the signal aborts: so it stays shown.
 */
export function adoptMarks(
  pattern: string,
  signal: AbortSignal,
  ...[items, writes, isOpen, clean, shown]: Parameters<NonNullable<Applying['adopt']>>
): Target[] {
  const targets: Target[] = []

  /** Returns whether a part has to wait: more of it may come, or the item's HTML is still sanitised. */
  function waits(element: HTMLElement, part: string): boolean {
    const isHtml = part === 'html'
    if (/html|text|root/.test(part) && isOpen(element)) return true
    if (part === 'root') {
      // The pass that follows fills it again, or shows the page's own words.
      takeRoot(element)
      shown.add(element)
      return false
    }
    const isOfMeta = part === 'content'
    const rivals = items.filter(({ type }) => isOfMeta || slots[type] === slotsOfParts[part])
    const item = rivals.findLast((one) => says(element, part, one, writes))
    if (!item && isHtml && items.some(isAwaited)) return true
    const own = element.getAttribute(ownMark(part))
    element.removeAttribute(ownMark(part))
    if (!item) return false
    if (isOfMeta) {
      // Nothing of it is seen in the page, so no pass changes it.
      item.state = 'applied'
      signal.addEventListener('abort', () => element.setAttribute(part, own ?? ''))
      return false
    }
    const known = targets.find((one) => one.element === element && one.item === item)
    const target = known ?? { item, element, pass: 0, isKnown: true, rounds: [], puts: 0 }
    if (!known) targets.push(target)
    const note: Note = (node, name, original, value) => {
      Object.assign(writes.adopt(target, node, name, original), { value, current: value })
      // For copies that the page makes of it.
      item.originals[name + target.puts++] ??= original
    }
    if (isHtml) adoptHtml(target, clean(own ?? ''), note)
    else if (part === 'text') adoptTexts(target, (own ?? '').split(textSeparator), note)
    else if (!own || isAllowedIn(slots[part as ContentType], own, element.localName, document.baseURI)) {
      note(element, part, own, part === 'srcset' ? '' : item.payload)
      if (part === 'src' && own) awaitPicture(element as HTMLImageElement, own, signal)
    }
    return false
  }

  for (const element of query(`[${doneMark}^="${pattern} "]`)) {
    const [, ...parts] = `${element.getAttribute(doneMark)}`.split(' ')
    const left = parts.filter((part) => waits(element, part))
    // The same again would be a change of the page, and so another pass.
    if (left.length < parts.length) element.setAttribute(doneMark, [pattern, ...left].join(' '))
    if (!left[0]) signal.addEventListener('abort', () => element.removeAttribute(doneMark))
  }
  return targets
}

const isAwaited = ({ type, html, isOver }: Item) => type === 'html' && !html && !isOver

/** Notes what the edge has written into a part of a node. */
type Note = (node: Node, part: string, original: Value, value: Value) => void

/** Whether a part of an element still says what an item has, whatever the page, or another item inside, has made of it. */
function says(element: HTMLElement, part: string, item: Item, { originalOf }: Writes): boolean {
  const { selector, type, payload, html } = item
  const now = element.getAttribute(part)
  if (part === 'srcset') return !now
  if (part === 'content')
    return (
      (type === 'src' ? isMadeOf(now, payload) : now === payload) && [...query(selector)].includes(element)
    )
  if (part === 'placeholder') return now === payload
  if (part !== type) return false
  if (part === 'src' || part === 'href') return isMadeOf(now, payload)
  const ownWords = (node: Node): Value =>
    node.nodeType === 3 ? originalOf(node, 'data') : Array.from(node.childNodes, ownWords).join('')
  if (part === 'html') return !!html && letters(ownWords(element) as string) === letters(html.textContent)
  const texts = textsOf(element).map((text) => text?.data.trim())
  return texts.includes(payload.trim()) || letters(element.textContent) === letters(payload)
}

/** A picture that does not load becomes the page's own again: so the pass tries once more, and then gives it up. */
function awaitPicture(image: HTMLImageElement, own: string, signal: AbortSignal): void {
  const giveBack = () => image.setAttribute('src', own)
  if (!image.complete) image.addEventListener('error', giveBack, { capture: true, once: true, signal })
  else if (!image.naturalWidth) giveBack()
}

/** Notes each text, or, if the page has made something else of them, a text that is not in the page: the target knows its own words. */
function adoptTexts(target: Target, own: string[], note: Note): void {
  const { element, item } = target
  const first = own.findIndex((text) => text.trim())
  const isThere = ({ data = '' }: Partial<Text> = {}, at = 0) =>
    data.trim() === item.payload.trim() && (at === first || first < 0)
  for (const node of element.querySelectorAll<HTMLImageElement>('br[hidden],img[hidden]'))
    if (goesWithWords(node.localName, node.alt)) note(node, 'hidden', null, '')
  if (textsOf(element).slice(0, own.length).some(isThere)) {
    for (const [at, text] of textsOf(element, own).entries())
      if (text && (own[at] || at === own.length - 1)) note(text, 'data', own[at] ?? '', text.data)
  } else {
    target.words = own.join('')
    note(new Text(item.payload), 'data', target.words, item.payload)
  }
}

async function adoptHtml(target: Target, own: Promise<Node | undefined>, note: Note): Promise<void> {
  const { element } = target
  const original: Node[] = []
  target.made = [...element.childNodes]
  note(element, 'children', original, target.made)
  original.push(...((await own.catch(() => undefined))?.childNodes ?? []))
  // It was given back meanwhile.
  if (!element.firstChild) element.append(...original)
}

/**
 * The first text at each place between comments and the begins and ends of elements, as far as it is there.
 *
 * @param wanted creates those that are missing, because the edge has emptied them
 */
function textsOf(element: Element, wanted: string[] = []): (Text | undefined)[] {
  const texts: (Text | undefined)[] = []
  function visit(parent: Node): void {
    let place = texts.push(undefined) - 1
    for (const child of [...parent.childNodes, null]) {
      if (child?.nodeType === 3) texts[place] ??= child as Text
      else {
        if (wanted[place]) texts[place] ??= parent.insertBefore(new Text(), child)
        if (child?.nodeType === 1) visit(child)
        if (child) place = texts.push(undefined) - 1
      }
    }
  }
  visit(element)
  return texts
}
