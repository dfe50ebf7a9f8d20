import { type Context, type FilterImplOptions, filters, type Liquid } from 'liquidjs'
import { withoutControls } from '../base/words/text.ts'

/** The place of a text, which decides how its values are escaped; `task` is the prompt of a language model. */
export type Place = 'text' | 'url' | 'html' | 'task'
export const places: readonly Place[] = ['text', 'url', 'html', 'task']

/**
 * All engines but that for `text` put these marks around each value. The value is escaped after rendering, so a value
 * inside a `capture` is escaped once. Neither values nor templates can contain the marks.
 */
const valueStart = '\u0001'
const valueEnd = '\u0002'
/** In a value for HTML: a line break, U+2028. */
export const lineBreak = '\u2028'

/** Adds Motif's own filters to an engine, and the marks around values. */
export function addFilters(engine: Liquid, place: Place): void {
  engine.options.outputEscape = notingBlanks(place === 'text' ? toText : markValue)
  engine.registerFilter('slugify', (value: unknown) => slugify(toText(value)))
  for (const name of place === 'url' ? [...escaping, ...escapingUrls] : escaping)
    engine.registerFilter(name, toText)
  if (place === 'html')
    engine.registerFilter('newline_to_br', (value: unknown) => toText(value).replace(/\r?\n/g, lineBreak))
  engine.registerFilter('default', noteDefault)
}

/** Whether the `default` filter replaced a value while the context was rendered, or an empty one was written without. */
export function blanksIn(context: Context): { byDefault: boolean; hasBlank: boolean } {
  const byDefault = context.getRegister('motif-default', false) as boolean
  return { byDefault, hasBlank: !byDefault && (context.getRegister('motif-blank', false) as boolean) }
}

type FilterHandler = Exclude<FilterImplOptions, { raw: boolean }>

/** Writes a value, and records an empty one. */
function notingBlanks(write: (value: unknown) => string): FilterHandler {
  return function (value: unknown) {
    const text = write(value)
    if (toText(value).trim() === '') this.context.setRegister('motif-blank', true)
    return text
  }
}

/** Liquid's own `default`, which also records that it replaced a value. */
const noteDefault: FilterHandler = function (value: unknown, ...args: unknown[]) {
  const given = (filters.default as FilterHandler).call(this, value, ...args) as unknown
  if (given !== value) this.context.setRegister('motif-default', true)
  return given
}

/** The parts of a rendered text. `isValue` marks values from outside; the other parts are the template's own. */
export function* renderedParts(rendered: string): Generator<{ text: string; isValue: boolean }> {
  let at = 0
  for (;;) {
    const start = rendered.indexOf(valueStart, at)
    const end = start < 0 ? -1 : rendered.indexOf(valueEnd, start)
    const own = end < 0 ? rendered.slice(at) : rendered.slice(at, start)
    if (own) yield { text: own, isValue: false }
    if (end < 0) return
    yield { text: rendered.slice(start + 1, end), isValue: true }
    at = end + 1
  }
}

/** Filters that would escape a second time: the visitor would see the result. */
const escaping = ['escape', 'escape_once', 'xml_escape']
const escapingUrls = ['url_encode', 'cgi_escape', 'uri_escape']

function markValue(value: unknown): string {
  return `${valueStart}${toText(value)}${valueEnd}`
}

/** A value as text: empty for an unknown one, lists with commas, without control characters. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  if (typeof value === 'object' && !(value instanceof Date))
    return withoutControls(JSON.stringify(value) ?? '')
  return withoutControls(assertRenderable(String(value)))
}

/** More than a payload may have, with the marks around its values. */
const longestRendered = 400_000

/**
 * Throws for a text that is too long. A loop makes texts of 500 MB in no time, because V8 joins their parts only when
 * they are read: the length is asked before that.
 */
export function assertRenderable(text: string): string {
  if (text.length <= longestRendered) return text
  throw new Error(`limit exceeded: it is longer than ${longestRendered} characters before it is cleaned`)
}

/** Lower-case words of letters and digits without accents, joined by dashes: `Müller & Söhne` → `muller-sohne`. */
function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
