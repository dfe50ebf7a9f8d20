import { lowerCase } from '../html/ascii.ts'
import type { Combinator, Complex, Operator, Test } from './ast.ts'

/**
 * Parses a selector that can be decided at a start tag. `undefined` for one that looks ahead (`:has`, `:last-child`…), for one
 * with characters beyond ASCII, and for whatever a browser might read in another way.
 */
export const parseSelector = (text: string): Complex[] | undefined => parse(text, false)

/**
 * Parses a selector loosely: conditions that cannot be decided at a start tag hold for every element. So it matches everything that
 * the selector matches, and perhaps more.
 */
export const parseLoosely = (text: string): Complex[] | undefined => parse(text, true)

function parse(text: string, isLoose: boolean): Complex[] | undefined {
  try {
    const reader = { text: text.trim(), at: 0, isLoose }
    const list = readList(reader)
    return reader.at === reader.text.length ? list : undefined
  } catch (error) {
    if (error instanceof NotDecidable) return undefined
    throw error
  }
}

interface Reader {
  text: string
  at: number
  isLoose: boolean
}

class NotDecidable extends Error {}

const escaping = String.raw`\\(?:([\da-f]{1,6})[ \t\n\r\f]?|([^\da-f\n\r\f]))`
const escapes = new RegExp(escaping, 'gi')
/** With a hyphen alone at its beginning, a letter or an escape has to follow. https://drafts.csswg.org/css-syntax-3/#ident-token-diagram */
const nameToken = new RegExp(`(?:--|-?(?:[a-z_]|${escaping}))(?:[\\w-]|${escaping})*`, 'iy')
const blank = /[ \t\n\r\f]*/y
const combinatorMark = /[ \t\n\r\f]*[>+~][ \t\n\r\f]*/y
const comma = /[ \t\n\r\f]*,[ \t\n\r\f]*/y
const opening = /\([ \t\n\r\f]*/y
const closing = /[ \t\n\r\f]*\)/y
const attributeOperator = /[ \t\n\r\f]*([~|^$*]?=)[ \t\n\r\f]*/y
const attributeEnd = /[ \t\n\r\f]*\]/y
const quoted = /"([^"\\\n\r\f]*)"|'([^'\\\n\r\f]*)'/y
/** Not `s`, which Chromium does not know. */
const caseFlag = /[ \t\n\r\f]*i/iy
const anyFlag = /[ \t\n\r\f]*[is]/iy
const skipped = /"[^"\\\n\r\f]*"|'[^'\\\n\r\f]*'|[^()"']/y
const step = /([+-]?\d{0,6})n[ \t]*(?:([+-])[ \t]*(\d{1,6}))?/iy
const place = /[+-]?\d{1,6}/y
const parity = /odd|even/iy

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  if (!found) return undefined
  reader.at = pattern.lastIndex
  return found
}

function need(reader: Reader, pattern: RegExp): RegExpExecArray {
  const found = take(reader, pattern)
  if (!found) throw new NotDecidable()
  return found
}

/** Values beyond ASCII cannot be compared, because the page's encoding is not known. */
function asciiOnly(text: string): string {
  if (/[^ -~]/.test(text)) throw new NotDecidable()
  return text
}

/** A name with its escapes decoded. */
const nameIn = ([written]: RegExpExecArray): string =>
  asciiOnly(
    written.replace(escapes, (_, code?: string, character = '') =>
      code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
    ),
  )

function readList(reader: Reader): Complex[] {
  const list = [readComplex(reader)]
  while (take(reader, comma)) list.push(readComplex(reader))
  return list
}

function readComplex(reader: Reader): Complex {
  let complex: Complex = { tests: readCompound(reader) }
  for (;;) {
    const combinator = readCombinator(reader)
    if (!combinator) return complex
    complex = { tests: readCompound(reader), before: { combinator, complex } }
  }
}

/** Reads a combinator. Blanks are one if no other combinator, and no end, follows. */
function readCombinator(reader: Reader): Combinator | undefined {
  const mark = take(reader, combinatorMark)
  if (mark) return mark[0].trim() as Combinator
  const blanks = take(reader, blank)?.[0]
  const next = reader.text[reader.at]
  return blanks && next !== undefined && next !== ',' && next !== ')' ? ' ' : undefined
}

function readCompound(reader: Reader): Test[] {
  const tests: Test[] = []
  const began = reader.at
  const tag = take(reader, nameToken)
  if (tag) tests.push({ kind: 'tag', name: lowerCase(nameIn(tag)) })
  else if (reader.text[reader.at] === '*') reader.at++
  for (;;) {
    const read = readers[reader.text[reader.at] ?? '']
    if (!read) break
    reader.at++
    tests.push(read(reader))
  }
  if (reader.at === began) throw new NotDecidable()
  return tests
}

const readers: Record<string, (reader: Reader) => Test> = {
  '#': (reader) => ({ kind: 'id', name: nameIn(need(reader, nameToken)) }),
  '.': (reader) => ({ kind: 'class', name: nameIn(need(reader, nameToken)) }),
  '[': readAttribute,
  ':': readPseudo,
}

function readAttribute(reader: Reader): Test {
  take(reader, blank)
  const name = lowerCase(nameIn(need(reader, nameToken)))
  const operator = (take(reader, attributeOperator)?.[1] ?? '') as Operator
  let value = ''
  let flag: 'i' | '' = ''
  if (operator) {
    const inQuotes = take(reader, quoted)
    value = inQuotes ? asciiOnly(inQuotes[1] ?? inQuotes[2] ?? '') : nameIn(need(reader, nameToken))
    flag = take(reader, reader.isLoose ? anyFlag : caseFlag) ? 'i' : ''
  }
  need(reader, attributeEnd)
  return { kind: 'attribute', name, operator, value, flag }
}

function readPseudo(reader: Reader): Test {
  const pseudo = lowerCase(nameIn(need(reader, nameToken)))
  if (pseudo === 'root') return { kind: 'root' }
  if (pseudo === 'first-child') return { kind: 'nth', a: 0, b: 1, isOfType: false }
  if (pseudo === 'first-of-type') return { kind: 'nth', a: 0, b: 1, isOfType: true }
  if (reader.isLoose && !/^(?:is|where|nth-child|nth-of-type)$/.test(pseudo)) return skipArgument(reader)
  need(reader, opening)
  const test = readArgument(reader, pseudo)
  need(reader, closing)
  return test
}

/** Skips the parentheses after a pseudo-class, if there are any. */
function skipArgument(reader: Reader): Test {
  for (let depth = 0; ; ) {
    if (take(reader, /\(/y)) depth++
    else if (depth === 0) break
    else if (!take(reader, /\)/y)) need(reader, skipped)
    else if (--depth === 0) break
  }
  return { kind: 'any' }
}

function readArgument(reader: Reader, pseudo: string): Test {
  if (pseudo === 'is' || pseudo === 'where') return { kind: 'is', list: readList(reader) }
  if (pseudo === 'not') return { kind: 'not', list: readList(reader) }
  if (pseudo !== 'nth-child' && pseudo !== 'nth-of-type') throw new NotDecidable()
  return { kind: 'nth', ...readStep(reader), isOfType: pseudo === 'nth-of-type' }
}

/** `an+b`, `odd`, `even` or a number. https://drafts.csswg.org/css-syntax-3/#anb-microsyntax */
function readStep(reader: Reader): { a: number; b: number } {
  const word = take(reader, parity)
  if (word) return { a: 2, b: word[0].toLowerCase() === 'odd' ? 1 : 0 }
  const linear = take(reader, step)
  if (!linear) return { a: 0, b: Number(need(reader, place)[0]) }
  const [, factor = '', sign = '', rest = '0'] = linear
  const a = /\d/.test(factor) ? Number(factor) : factor === '-' ? -1 : 1
  return { a, b: Number(`${sign}${rest}`) }
}
