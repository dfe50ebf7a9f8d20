import type { StreamedElement } from '../html/element.ts'
import { beyondAscii } from '../html/values.ts'
import type { Complex, Operator, Test } from './ast.ts'

/** Thrown if an attribute's value, or a position among siblings, is not certain: a selector that needs it cannot be decided. */
export class Unreadable extends Error {}

export type Matcher = (element: StreamedElement) => boolean

/**
 * Compiles a selector into a function that says, at an element's start tag, whether it matches.
 *
 * @param isQuirks whether ids and classes are compared case-insensitively
 * @param siblings gets the left sides of `+` and `~`. They are matched at their own start tags, so that no sibling has to be kept
 */
export function compileSelector(list: Complex[], isQuirks: boolean, siblings: Matcher[]): Matcher {
  const all = list.map((complex) => compileComplex(complex, isQuirks, siblings))
  return (element) => all.some((matches) => matches(element))
}

function compileComplex({ tests, before }: Complex, isQuirks: boolean, siblings: Matcher[]): Matcher {
  const compound = tests.map((test) => compileTest(test, isQuirks, siblings))
  const matches: Matcher = (element) => compound.every((one) => one(element))
  if (!before) return matches
  const left = compileComplex(before.complex, isQuirks, siblings)
  if (before.combinator === '>')
    return (element) => matches(element) && !!element.parent && left(element.parent)
  if (before.combinator === ' ') return (element) => matches(element) && hasAncestor(element, left)
  const place = siblings.push(left) - 1
  const side = before.combinator === '+' ? 'last' : 'any'
  return (element) => {
    if (!matches(element) || !element.parent) return false
    if (Number.isNaN(element.index) || element.before?.unread.has(place)) throw new Unreadable()
    return !!element.before?.[side].has(place)
  }
}

function hasAncestor({ parent }: StreamedElement, matches: Matcher): boolean {
  for (let one = parent; one; one = one.parent) if (matches(one)) return true
  return false
}

/** Notes in the parent which left sides an element matches. Call it after the element was matched itself. */
export function rememberSibling(element: StreamedElement, left: Matcher[]): void {
  const { parent } = element
  if (!parent || left.length === 0) return
  const last = new Set<number>()
  const unread = new Set(parent.childMatches?.unread)
  left.forEach((matches, place) => {
    try {
      if (matches(element)) last.add(place)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      unread.add(place)
    }
  })
  parent.childMatches = { last, any: new Set([...(parent.childMatches?.any ?? []), ...last]), unread }
}

function compileTest(test: Test, isQuirks: boolean, siblings: Matcher[]): Matcher {
  const fold = (text: string) => (isQuirks ? text.toLowerCase() : text)
  switch (test.kind) {
    case 'tag':
      return ({ name }) => name.toLowerCase() === test.name
    case 'root':
      return ({ parent }) => !parent
    case 'any':
      return () => true
    case 'id':
      return (element) => fold(readValue(element, 'id') ?? '') === fold(test.name)
    case 'class':
      return (element) => {
        const value = readValue(element, 'class')
        return !!value && wordsIn(fold(value)).includes(fold(test.name))
      }
    case 'attribute':
      return compileAttribute(test)
    case 'nth':
      return (element) => isNth(test.isOfType ? element.indexOfType : element.index, test.a, test.b)
    case 'is':
      return compileSelector(test.list, isQuirks, siblings)
    case 'not': {
      const matches = compileSelector(test.list, isQuirks, siblings)
      return (element) => !matches(element)
    }
  }
}

function readValue({ attributes }: StreamedElement, name: string): string | undefined {
  const value = attributes.get(name)
  if (value === undefined && attributes.has(name)) throw new Unreadable()
  return value
}

function wordsIn(value: string): string[] {
  return value.split(/[ \t\n\r\f]/)
}

function isNth(index: number, a: number, b: number): boolean {
  if (Number.isNaN(index)) throw new Unreadable()
  return a === 0 ? index === b : (index - b) % a === 0 && (index - b) / a >= 0
}

/** HTML attributes whose values are compared case-insensitively. https://html.spec.whatwg.org/#case-sensitivity-of-selectors */
const caseless = new Set(
  'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'.split(
    ' ',
  ),
)

function compileAttribute({ name, operator, value, flag }: Test & { kind: 'attribute' }): Matcher {
  const lowerCased = value.toLowerCase()
  const isCaselessInHtml = flag === '' && caseless.has(name)
  return (element) => {
    if (operator === '') return element.attributes.has(name)
    const is = readValue(element, name)
    if (is === undefined) return false
    const isCaseless = flag === 'i' || (isCaselessInHtml && !element.isForeign)
    const isFound = isCaseless
      ? operators[operator](is.toLowerCase(), lowerCased)
      : operators[operator](is, value)
    if (!isFound) return false
    // It may be found in halves of characters.
    if ((operator === '$=' || operator === '*=') && is.includes(beyondAscii)) throw new Unreadable()
    return true
  }
}

const operators: Record<Operator, (is: string, wanted: string) => boolean> = {
  '': () => true,
  '=': (is, wanted) => is === wanted,
  '~=': (is, wanted) => wanted !== '' && wordsIn(is).includes(wanted),
  '|=': (is, wanted) => is === wanted || is.startsWith(`${wanted}-`),
  '^=': (is, wanted) => wanted !== '' && is.startsWith(wanted),
  '$=': (is, wanted) => wanted !== '' && is.endsWith(wanted),
  '*=': (is, wanted) => wanted !== '' && is.includes(wanted),
}

/** Whether a selector counts elements by name (`:nth-of-type`). */
export const countsTypes = (list: Complex[]): boolean =>
  testsIn(list).some((test) => test.kind === 'nth' && test.isOfType)

/** The attributes that a selector needs, or only those whose values it needs. */
export const attributesIn = (list: Complex[], isValueOnly = false): string[] =>
  testsIn(list).flatMap((test) => {
    if (test.kind === 'id' || test.kind === 'class') return [test.kind]
    return test.kind === 'attribute' && !(isValueOnly && test.operator === '') ? [test.name] : []
  })

function testsIn(list: Complex[]): Test[] {
  return list.flatMap(({ tests, before }) => [
    ...tests.flatMap((test) => ('list' in test ? testsIn(test.list) : [test])),
    ...(before ? testsIn([before.complex]) : []),
  ])
}
