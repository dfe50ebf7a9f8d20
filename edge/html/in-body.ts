import type { StreamedElement } from './element.ts'
import type { OpenElements, StartTag } from './open-elements.ts'
import { type TagName, tagNameOf } from './tag-name.ts'
import { Unsure } from './unsure.ts'

const a = tagNameOf('a')
const button = tagNameOf('button')
const form = tagNameOf('form')
const nobr = tagNameOf('nobr')
const option = tagNameOf('option')
const p = tagNameOf('p')
const ruby = tagNameOf('ruby')
const headings = [1, 2, 3, 4, 5, 6].map((level) => tagNameOf(`h${level}`))

const buttonScope = ['button']
const listItemScope = ['ol', 'ul']

/** List items that end the item before them. */
const items: Record<string, readonly TagName[]> = {
  li: [tagNameOf('li')],
  dd: [tagNameOf('dd'), tagNameOf('dt')],
  dt: [tagNameOf('dd'), tagNameOf('dt')],
}

/** https://html.spec.whatwg.org/#parsing-main-inbody */
export function startInBody(open: OpenElements, tag: StartTag): StreamedElement | undefined {
  const { name } = tag
  if (name === form && open.form) return undefined
  if (name.closesParagraph || (name.text === 'table' && !open.isQuirks)) closeParagraph(open)
  if (name.isHeading && open.current?.tagName.isHeading) throw new Unsure('a heading in another')
  if ((name === a || name === nobr) && open.has(name)) throw new Unsure(`${name.text} in another`)
  if (name === button && open.hasInScope(button)) throw new Unsure('a button in another')
  if (name.hasImpliedEnd) endItemsBefore(open, name)
  if (name.text === 'svg') return open.insert(tag, open.current, true)
  const element = open.insert(tag)
  if (name === form) open.form = element
  return element
}

function endItemsBefore(open: OpenElements, name: TagName) {
  const ended = items[name.text]
  if (ended) closeItem(open, ended)
  if (name.isOfSelect && open.current?.tagName === option) open.pop()
  if (name.text === 'rt' || name.text === 'rp') closeRuby(open)
}

function closeParagraph(open: OpenElements) {
  if (!open.hasInScope(p, buttonScope)) return
  open.popImplied('p')
  if (open.current?.name !== 'p') throw new Unsure('something open in a paragraph')
  open.pop()
}

function closeItem(open: OpenElements, names: readonly TagName[]) {
  const place = names.some((name) => open.mayHave(name)) ? placeOfItem(open, names) : undefined
  if (place) {
    open.popImplied(place.name)
    if (open.current?.name !== place.name) throw new Unsure(`something open in ${place.name}`)
    open.pop()
  }
  closeParagraph(open)
}

function placeOfItem(open: OpenElements, names: readonly TagName[]): StreamedElement | undefined {
  for (let place = 0; ; place++) {
    const element = open.at(place)
    if (!element || names.includes(element.tagName)) return element
    const { name, tagName } = element
    if (tagName.isSpecial && name !== 'address' && name !== 'div' && name !== 'p') return undefined
  }
}

function closeRuby(open: OpenElements) {
  if (!open.hasInScope(ruby)) return
  open.popImplied()
  if (open.current?.name !== 'ruby') throw new Unsure('something open in ruby')
}

/** Takes an end tag outside of tables. */
export function endInBody(open: OpenElements, name: TagName): void {
  if (name === p) endParagraph(open)
  else if (name === form) endForm(open)
  else if (name.isFormatting) endFormatting(open, name)
  else if (name.isHeading) endHeading(open, name)
  else if (name.endsInScope) endInScope(open, name)
  else endOrdinary(open, name)
}

function endInScope(open: OpenElements, name: TagName) {
  if (open.hasInScope(name, name.text === 'li' ? listItemScope : undefined)) open.popThrough(name.text)
}

function endParagraph(open: OpenElements) {
  if (!open.hasInScope(p, buttonScope)) throw new Unsure('</p> without a paragraph')
  open.popThrough('p')
}

function endForm(open: OpenElements) {
  const element = open.form
  open.form = undefined
  if (!element?.isOpen || !open.hasInScope(form)) return
  open.popImplied()
  if (open.current !== element) throw new Unsure('something open in a form')
  open.pop()
}

function endFormatting(open: OpenElements, name: TagName) {
  if (open.current?.name === name.text) open.pop()
  else if (open.has(name)) throw new Unsure(`${name.text} misnested`)
}

function endHeading(open: OpenElements, name: TagName) {
  const inScope = headings.filter((one) => open.hasInScope(one))
  if (inScope.length === 0) return
  if (inScope.length > 1 || inScope[0] !== name) throw new Unsure('another heading')
  open.popThrough(name.text)
}

/** The standard's "any other end tag". */
function endOrdinary(open: OpenElements, name: TagName) {
  for (let place = 0; ; place++) {
    const element = open.at(place)
    if (!element) return
    if (element.name === name.text) return open.popThrough(name.text)
    if (element.tagName.isSpecial) return
  }
}
