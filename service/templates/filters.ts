import { type Context, type FilterImplOptions, filters, type Liquid } from 'liquidjs'
import { withoutControls } from '../model/text.ts'

/** Where a text lands, and so what its values must be escaped for; `task` is what a language model is asked. */
export type Place = 'text' | 'url' | 'html' | 'task'
export const places: readonly Place[] = ['text', 'url', 'html', 'task']

/**
 * In what all engines but that for `text` render, these marks stand around each value, which is escaped when all is
 * rendered: a value that a `capture` holds is so escaped once. They can stand in no value and in no template.
 */
const valueStart = '\u0001'
const valueEnd = '\u0002'

/** Adds Motif's own filters to an engine, and the marks around values. */
export function addFilters(engine: Liquid, place: Place): void {
  engine.options.outputEscape = notingBlanks(place === 'text' ? toText : markValue)
  engine.registerFilter('slugify', (value: unknown) => slugify(toText(value)))
  for (const name of escapedAnyway[place]) engine.registerFilter(name, toText)
  if (place === 'html') engine.registerFilter('newline_to_br', newlinesToBreaks)
  engine.registerFilter('default', noteDefault)
}

/** Whether the `default` filter stood in for a value while the context was rendered. */
export function usedDefault(context: Context): boolean {
  return context.getRegister(defaultRegister, false) as boolean
}

/** Whether a value was put out that is not known, or is empty, while the context was rendered. */
export function hadBlank(context: Context): boolean {
  return context.getRegister(blankRegister, false) as boolean
}

const defaultRegister = 'motif-default'
const blankRegister = 'motif-blank'

type FilterHandler = Exclude<FilterImplOptions, { raw: boolean }>

/** What is put out by itself, and noted where nothing is put out. */
function notingBlanks(write: (value: unknown) => string): FilterHandler {
  return function (value: unknown) {
    const text = write(value)
    if (toText(value).trim() === '') this.context.setRegister(blankRegister, true)
    return text
  }
}

/** Liquid's own `default`, which is also noted where it stands in. */
const noteDefault: FilterHandler = function (value: unknown, ...args: unknown[]) {
  const given = (filters.default as FilterHandler).call(this, value, ...args) as unknown
  if (given !== value) this.context.setRegister(defaultRegister, true)
  return given
}

/** The parts of a rendered text: `isValue` tells what came from outside from what the template says itself. */
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

/** Filters that would escape a second time; in a text, the visitor would see what they do. */
const escapedAnyway: Record<Place, readonly string[]> = {
  text: ['escape', 'escape_once', 'xml_escape'],
  url: ['escape', 'escape_once', 'xml_escape', 'url_encode', 'cgi_escape', 'uri_escape'],
  html: ['escape', 'escape_once', 'xml_escape'],
  task: ['escape', 'escape_once', 'xml_escape'],
}

/** Markup that is made of values: its own parts are marked already. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

function newlinesToBreaks(value: unknown): Markup {
  return new Markup(toText(value).split(/\r?\n/).map(markValue).join('<br />'))
}

function markValue(value: unknown): string {
  return value instanceof Markup ? value.text : `${valueStart}${toText(value)}${valueEnd}`
}

/** What a value reads as: nothing for what is not known, lists with commas, never a control character. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  if (typeof value === 'object' && !(value instanceof Markup) && !(value instanceof Date))
    return withoutControls(JSON.stringify(value) ?? '')
  return withoutControls(String(value))
}

/** Lower-case words of letters and digits without accents, joined by dashes: `Müller & Söhne` → `muller-sohne`. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
