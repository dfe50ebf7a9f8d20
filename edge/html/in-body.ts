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

const buttonScope = ['button']
const listItemScope = ['ol', 'ul']

/** List items that end the item before them. */
const items: Record<string, readonly TagName[]> = {
  li: [tagNameOf('li')],
  dd: [tagNameOf('dd'), tagNameOf('dt')],
  dt: [tagNameOf('dd'), tagNameOf('dt')],
}

/** https://html.spec.whatwg.org/#parsing-main-inbody */
export function startInBody(
  open: OpenElements,
  tag: StartTag,
  isQuirks: boolean,
): StreamedElement | undefined {
  const { name } = tag
  if (name === form && open.form) return undefined
  if (name.closesParagraph || (name.text === 'table' && !isQuirks)) closeParagraph(open)
  if (name.isHeading && open.current?.tagName.isHeading) open.pop()
  if ((name === a || name === nobr) && open.has(name)) throw new Unsure(`${name.text} in another`)
  if (name === button && open.hasInScope(button)) throw new Unsure('a button in another')
  if (name.hasImpliedEnd) endItemsBefore(open, name)
  const element = open.insert(tag, open.current, name.text === 'svg')
  if (name === form) open.form = element
  return element
}

function endItemsBefore(open: OpenElements, name: TagName) {
  const ended = items[name.text]
  if (ended) closeItem(open, ended)
  if (isInSelect(open.current)) open.popImplied(name === option ? 'optgroup' : undefined)
  else if (name.isOfSelect && open.current?.tagName === option) open.pop()
  if ((name.text === 'rt' || name.text === 'rp') && open.hasInScope(ruby)) open.popImplied()
}

function closeParagraph(open: OpenElements) {
  if (open.hasInScope(p, buttonScope)) open.popThrough('p')
}

function closeItem(open: OpenElements, names: readonly TagName[]) {
  const isPassed = ({ text }: TagName) => text === 'address' || text === 'div' || text === 'p'
  const found = names.some((name) => open.has(name))
    ? open.innermost((one) => one.isSpecial && !isPassed(one))
    : undefined
  if (found && names.includes(found.tagName)) open.popThrough(found.name)
  closeParagraph(open)
}

/** Whether an element is a select, or an option of one. There browsers differ, but for other options. */
export function isInSelect(element: StreamedElement | undefined): boolean {
  if (!element?.tagName.isOfSelect) return false
  return element.name === 'select' || isInSelect(element.parent)
}

/** Takes an end tag outside of tables. */
export function endInBody(open: OpenElements, name: TagName): void {
  if (name === p) endParagraph(open)
  else if (name === form) endForm(open)
  else if (name.isFormatting) endFormatting(open, name)
  else if (name.isHeading) endHeading(open)
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
  if (open.current?.tagName === name) open.pop()
  else if (open.has(name)) throw new Unsure(`${name.text} misnested`)
}

/** Any heading's end tag ends the innermost one. */
function endHeading(open: OpenElements) {
  const found = open.innermost((one) => one.isHeading || one.isScopeBorder)
  if (found?.tagName.isHeading) open.popThrough(found.name)
}

/** The standard's "any other end tag". */
function endOrdinary(open: OpenElements, { text }: TagName) {
  const found = open.innermost((one) => one.text === text || one.isSpecial)
  if (found?.name === text) open.popThrough(text)
}
