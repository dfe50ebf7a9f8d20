import { lowerCase } from '../html/ascii.ts'
import type { Combinator, Complex, Operator, Test } from './ast.ts'

/**
 * Parses a selector that can be decided at a start tag. `undefined` for one that looks ahead (`:has`, `:last-child`…), for one
 * with characters beyond ASCII, and for whatever a browser might read in another way.
 */
export function parseSelector(text: string): Complex[] | undefined {
  return parse(text, false)
}

/**
 * Parses a selector loosely: conditions that cannot be decided at a start tag hold for every element. So it matches everything that
 * the selector matches, and perhaps more.
 */
export function parseLoosely(text: string): Complex[] | undefined {
  return parse(text, true)
}

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

const blank = /[ \t\n\r\f]*/y
/** Letters of a name, or one escape. */
const letters = /[\w-]+/y
const escaping = /\\(?:([\da-fA-F]{1,6})[ \t\n\r\f]?|([^\da-fA-F\n\r\f]))/y
/** How the letters of a name may begin: with a hyphen alone, an escape has to follow. */
const beginning = /^(?:--|-?[A-Za-z_])/
const combinatorMark = /[ \t\n\r\f]*[>+~][ \t\n\r\f]*/y
const attributeOperator = /[~|^$*]?=/y
const quoted = /"([^"\\\n\r\f]*)"|'([^'\\\n\r\f]*)'/y
/** Not `s`, which Chromium does not know. */
const caseFlag = /i/iy
const anyFlag = /[is]/iy
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

/** Reads a name, with its escapes decoded. https://drafts.csswg.org/css-syntax-3/#ident-token-diagram */
function readName(reader: Reader): string | undefined {
  const start = reader.at
  let text = ''
  let isName = false
  for (;;) {
    const plain = take(reader, letters)?.[0] ?? ''
    const escaped = take(reader, escaping)
    if (text === '') isName = beginning.test(plain) || (escaped !== undefined && /^-?$/.test(plain))
    text += plain + decode(escaped)
    if (!escaped) break
  }
  if (isName) return text
  reader.at = start
  return undefined
}

/** The character that an escape stands for. */
function decode(escaped: RegExpExecArray | undefined): string {
  const [, code, character = ''] = escaped ?? []
  return code === undefined ? character : asciiOf(Number.parseInt(code, 16))
}

/** Values beyond ASCII cannot be compared, because the page's encoding is not known. */
function asciiOf(code: number): string {
  if (code < 32 || code > 126) throw new NotDecidable()
  return String.fromCharCode(code)
}

function needName(reader: Reader): string {
  const found = readName(reader)
  if (found === undefined) throw new NotDecidable()
  return found
}

function expect(reader: Reader, mark: string): void {
  if (reader.text[reader.at] !== mark) throw new NotDecidable()
  reader.at++
}

function readList(reader: Reader): Complex[] {
  const list = [readComplex(reader)]
  for (;;) {
    take(reader, blank)
    if (reader.text[reader.at] !== ',') return list
    reader.at++
    take(reader, blank)
    list.push(readComplex(reader))
  }
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
  if (reader.text[reader.at] === '*') reader.at++
  else {
    const tag = readName(reader)
    if (tag !== undefined) tests.push({ kind: 'tag', name: lowerCase(tag) })
  }
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
  '#': (reader) => ({ kind: 'id', name: needName(reader) }),
  '.': (reader) => ({ kind: 'class', name: needName(reader) }),
  '[': readAttribute,
  ':': readPseudo,
}

function readAttribute(reader: Reader): Test {
  take(reader, blank)
  const attribute = lowerCase(needName(reader))
  take(reader, blank)
  const operator = (take(reader, attributeOperator)?.[0] ?? '') as Operator
  let value = ''
  let flag: 'i' | '' = ''
  if (operator) {
    take(reader, blank)
    const inQuotes = take(reader, quoted)
    value = inQuotes ? (inQuotes[1] ?? inQuotes[2] ?? '') : needName(reader)
    for (const mark of value) if (mark > '~') throw new NotDecidable()
    take(reader, blank)
    flag = take(reader, reader.isLoose ? anyFlag : caseFlag) ? 'i' : ''
    take(reader, blank)
  }
  expect(reader, ']')
  return { kind: 'attribute', name: attribute, operator, value, flag }
}

function readPseudo(reader: Reader): Test {
  const pseudo = lowerCase(needName(reader))
  if (pseudo === 'root') return { kind: 'root' }
  if (pseudo === 'first-child') return { kind: 'nth', a: 0, b: 1, isOfType: false }
  if (pseudo === 'first-of-type') return { kind: 'nth', a: 0, b: 1, isOfType: true }
  if (reader.isLoose && !/^(?:is|where|nth-child|nth-of-type)$/.test(pseudo)) return skipArgument(reader)
  expect(reader, '(')
  take(reader, blank)
  const test = readArgument(reader, pseudo)
  take(reader, blank)
  expect(reader, ')')
  return test
}

/** Skips the parentheses after a pseudo-class, if there are any. */
function skipArgument(reader: Reader): Test {
  let depth = 0
  while (reader.at < reader.text.length) {
    const mark = reader.text[reader.at]
    if (mark === '(') depth++
    if (mark === ')') depth--
    if (depth < 0 || (depth === 0 && mark !== ')')) break
    const isQuote = mark === '"' || mark === "'"
    if (isQuote) need(reader, quoted)
    else reader.at++
  }
  if (depth > 0) throw new NotDecidable()
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
