import type { ContentType } from '../../wire/record.ts'
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

/** A payload, and whether a `default` filter stood in for what is not known. */
export interface RenderedPayload {
  payload: string | undefined
  byDefault: boolean
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
  const { text: rendered, byDefault } = renderLiquid(text, scope, limitMs)
  const payload = contentTypes[type].finish(rendered)
  return {
    payload: payload !== undefined && payload.length <= longestPayload ? payload : undefined,
    byDefault,
  }
}

/** A language model's task, each value in it on one line and cut short: it is data, and cannot pose as the task. */
export function renderTask(text: LiquidText, scope: LiquidScope, limitMs?: number): string {
  return [...renderedParts(renderLiquid(text, scope, limitMs).text)]
    .map((part) => (part.isValue ? part.text.replace(/\s+/g, ' ').slice(0, longestTaskValue) : part.text))
    .join('')
    .trim()
}

const longestTaskValue = 300
