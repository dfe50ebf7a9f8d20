import type { ContentType } from '../../wire/targets.ts'
import { lookUpLanguage } from '../model/language.ts'
import { contentTypes } from './content-types.ts'
import { renderedParts } from './filters.ts'
import { type LiquidScope, type LiquidText, renderLiquid } from './liquid.ts'
import type { Texts } from './template.ts'

/** The longest payload, in UTF-16 units: what renders to more is left out. */
const longestPayload = 100_000

/** The text for a language: the one for all languages, or the one that look-up finds. */
export function textFor(texts: Texts, language: string): LiquidText | undefined {
  return texts.get('*') ?? texts.get(lookUpLanguage(texts.keys(), language) ?? '')
}

/** A payload, and whether a `default` filter stood in for what is not known, or nothing did. */
export interface RenderedPayload {
  payload: string | undefined
  byDefault: boolean
  hasBlank: boolean
}

/**
 * Renders a payload, its values escaped for where they land. It is undefined where it renders to nothing: an empty text,
 * a URL that is not allowed, HTML of which nothing is left, more than `longestPayload`. Throws as `renderLiquid`.
 */
export function renderPayload(
  text: LiquidText,
  type: ContentType,
  scope: LiquidScope,
  limitMs?: number,
): RenderedPayload {
  const { text: rendered, byDefault, hasBlank } = renderLiquid(text, scope, limitMs)
  const payload = contentTypes[type].finish(rendered)
  return {
    payload: payload !== undefined && payload.length <= longestPayload ? payload : undefined,
    byDefault,
    hasBlank,
  }
}

/** What a language model is to do, as the template says it. */
export interface Task {
  /** With a mark such as `[1]` for each value. */
  text: string
  /** What the marks stand for: values of the prospect, which are data and never part of the task. */
  values: Record<string, string>
  /** What the template says by itself, in pieces between the values. */
  own: string
}

/** Renders a language model's task. Undefined where the template says nothing. */
export function renderTask(text: LiquidText, scope: LiquidScope, limitMs?: number): Task | undefined {
  const marks = new Map<string, string>()
  const own: string[] = []
  let task = ''
  for (const part of renderedParts(renderLiquid(text, scope, limitMs).text)) {
    if (!part.isValue) own.push(part.text)
    const value = part.text.trim().slice(0, longestTaskValue)
    if (part.isValue && value !== '' && !marks.has(value)) marks.set(value, `[${marks.size + 1}]`)
    task += part.isValue ? (marks.get(value) ?? '') : part.text
  }
  const values = Object.fromEntries([...marks].map(([value, mark]) => [mark, value]))
  return task.trim() === '' ? undefined : { text: task.trim(), values, own: own.join('\n') }
}

const longestTaskValue = 300
