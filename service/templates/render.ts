import type { ContentType } from '../../wire/targets.ts'
import { withoutControls } from '../base/words/text.ts'
import { contentTypes } from './content-types.ts'
import { renderedParts } from './filters.ts'
import { type LiquidScope, type LiquidText, renderLiquid } from './liquid.ts'
import { createKnownUrls } from './url.ts'

/** The maximum length of a payload, in UTF-16 units: a longer one is left out. */
const longestPayload = 100_000

/** A payload, whether a `default` filter replaced an unknown value, and whether an unknown value has no default. */
export interface RenderedPayload {
  payload: string | undefined
  byDefault: boolean
  hasBlank: boolean
}

/**
 * Renders a payload with escaped values. It is undefined where nothing is left: an empty text, a URL that is not
 * allowed, HTML without visible content, more than `longestPayload`. Throws as `renderLiquid`.
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

/** A task for a language model, from a template. */
export interface Task {
  /** The task, with a mark such as `[1]` for each value. */
  text: string
  /** The values of the marks: data of the prospect, which is never part of the task itself. */
  values: Record<string, string>
  /** The template's own text, without values. */
  own: string
}

/** Renders a task. Undefined where the template's text is blank. */
export function renderTask(text: LiquidText, scope: LiquidScope, limitMs?: number): Task | undefined {
  const marks = new Map<string, string>()
  const own: string[] = []
  let task = ''
  for (const part of renderedParts(renderLiquid(text, scope, limitMs).text)) {
    if (!part.isValue) own.push(part.text)
    const value = part.text.trim().slice(0, longestTaskValue).toWellFormed()
    if (part.isValue && value !== '' && !marks.has(value)) marks.set(value, `[${marks.size + 1}]`)
    task += part.isValue ? (marks.get(value) ?? '') : part.text
  }
  const values = Object.fromEntries([...marks].map(([value, mark]) => [mark, value]))
  return task.trim() === '' ? undefined : { text: task.trim(), values, own: own.join('\n') }
}

const longestTaskValue = 300

/** A payload of words that a person wrote, finished as any of its type. Undefined if nothing of it would be seen. */
export function finishWords(type: ContentType, words: string): string | undefined {
  const payload = contentTypes[type].finish(withoutControls(words))
  return payload !== undefined && payload.length <= longestPayload ? payload : undefined
}

/** What a language model's answer is for. */
export interface WrittenFor {
  type: ContentType
  /** What the template says by itself: see `Task`. */
  own: string
  /** The payload that it takes the place of. */
  payload: string | undefined
}

/** The payload from a language model's answer, with URLs of `own` and `payload` alone. Undefined where it is unusable. */
export function finishWritten(answer: string, { type, own, payload }: WrittenFor): string | undefined {
  const { finishWritten: finish, urlsOf } = contentTypes[type]
  return finish(answer, createKnownUrls(own, payload === undefined ? [] : urlsOf(payload)))
}
