import { fieldLabel } from '../field-words.ts'

/** A personal value in a text. */
export interface Chip {
  field: string
  /** The text if the value is not known. */
  fallback?: string
  /** The Liquid as the template has it. Setting another fallback removes it. */
  source?: string
}

/** Any other Liquid. */
export interface RawLiquid {
  liquid: string
}

/** A part of a text. */
export type Piece = string | Chip | RawLiquid

const known =
  /^\{\{-?\s*prospect((?:\.[\p{L}\p{N}_-]+|\[\s*(?:'[^']*'|"[^"]*")\s*\])+)\s*(?:\|\s*default:\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\s*)?-?\}\}$/u

/**
 * A payload as text and chips.
 *
 * @example
 * piecesOf("{{ prospect.company | default: 'yours' }}!")
 * // [{ field: 'company', fallback: 'yours', source: '{{ … }}' }, '!']
 */
export function piecesOf(payload: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { mark, index } of marksIn(payload)) {
    if (index > end) pieces.push(payload.slice(end, index))
    pieces.push(chipOf(mark) ?? { liquid: mark })
    end = index + mark.length
  }
  if (end < payload.length) pieces.push(payload.slice(end))
  return pieces
}

/** The Liquid parts of a payload, each up to its first end. */
function* marksIn(payload: string): Generator<{ mark: string; index: number }> {
  const ends: Record<string, string> = { '{{': '}}', '{%': '%}' }
  const opening = /\{[{%]/g
  const isOver = new Set<string>()
  let isQuoted = true
  for (let found = opening.exec(payload); found; found = opening.exec(payload)) {
    const [begin] = found
    const { index } = found
    const quoted = begin === '{{' && isQuoted && !isOver.has(begin) ? endOfOutput(payload, index + 2) : -1
    const end = quoted >= 0 || isOver.has(begin) ? quoted : payload.indexOf(ends[begin] ?? '', index + 2)
    // A quote that stays open is no Liquid: from there on the first end counts.
    if (begin === '{{' && quoted < 0) isQuoted = false
    if (end < 0) isOver.add(begin)
    else yield { mark: payload.slice(index, end + 2), index }
    opening.lastIndex = end < 0 ? index + 1 : end + 2
  }
}

/** Where an output ends, as Liquid reads it: braces within quotes belong to the text. -1 if it does not. */
function endOfOutput(payload: string, from: number): number {
  let quote = ''
  for (let at = from; at < payload.length; at++) {
    const sign = payload.charAt(at)
    if (quote && sign === '\\') at++
    else if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (payload.startsWith('}}', at)) return at
  }
  return -1
}

function chipOf(mark: string): Chip | undefined {
  const [, steps, single, double] = known.exec(mark) ?? []
  if (steps === undefined) return undefined
  const field = steps
    .replace(/\[\s*(?:'([^']*)'|"([^"]*)")\s*\]/g, (_, one, other) => `.${one ?? other}`)
    .slice(1)
  const fallback = single ?? double
  return {
    field,
    source: mark,
    ...(fallback !== undefined && { fallback: fallback.replace(/\\(.)/g, '$1') }),
  }
}

/** The payload of pieces. */
export function payloadOf(pieces: Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : liquidOf(piece))).join('')
}

/** A payload in one line for people: `Hello ‹company›`. */
export function inWords(payload: string): string {
  const say = (piece: Piece) => {
    if (typeof piece === 'string') return piece
    return 'field' in piece ? `‹${fieldLabel(piece.field)}›` : '‹…›'
  }
  return piecesOf(payload).map(say).join('')
}

/** The different fallbacks of a payload's chips. */
export function fallbacksIn(payload: string): string[] {
  const found = piecesOf(payload).flatMap((piece) =>
    typeof piece === 'object' && 'field' in piece ? (piece.fallback ?? []) : [],
  )
  return [...new Set(found)]
}

/** A piece's Liquid. */
export function liquidOf(piece: Chip | RawLiquid): string {
  if ('liquid' in piece) return piece.liquid
  if (piece.source !== undefined) return piece.source
  const fallback = piece.fallback ? ` | default: ${quote(piece.fallback)}` : ''
  return `{{ prospect${stepsOf(piece.field)}${fallback} }}`
}

/** The Liquid path of a field. A list's column may have any name: one that is not a word goes into brackets. */
function stepsOf(field: string): string {
  const [first = '', ...rest] = field.split('.')
  const column = rest.join('.')
  if (!column) return `.${first}`
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(column) ? `.${first}.${column}` : `.${first}[${quote(column)}]`
}

function quote(text: string): string {
  if (!/['\\]/.test(text)) return `'${text}'`
  if (!/["\\]/.test(text)) return `"${text}"`
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`
}
