import type { ContentType } from '../../wire/targets.ts'
import { lookUpLanguage } from '../base/words/language.ts'
import { withoutControls } from '../base/words/text.ts'
import { caseFor } from './cases.ts'
import { contentTypes } from './content-types.ts'
import { renderedParts } from './filters.ts'
import { type LiquidScope, type LiquidText, renderLiquid, threadClock } from './liquid.ts'
import type { Template, TemplateItem, Texts } from './template.ts'
import { knownUrls } from './url.ts'

/** What is rendered of a template, and for whom. */
export interface Rendering {
  scope: LiquidScope
  withTasks: boolean
}

/** A rendered item of a template. */
export interface RenderedItem extends RenderedPayload {
  task?: Task
  /** Whether the template has a text here in this language. Where it is blank, the page's own content is wanted. */
  hasText: boolean
  /** Why a text could not be rendered. It never contains a value of the prospect. */
  failures: string[]
  /** Of an item with cases: the position of the one whose words these are, -1 if none holds. */
  case?: number
}

/** The processor time of one record, however many items its template has. */
const recordMs = 500

/** An item that cannot be rendered. */
export const nothing: RenderedPayload = { payload: undefined, byDefault: false, hasBlank: false }

/** Renders the items of a template. One that fails is empty and says why. */
export function renderItems(template: Template, rendering: Rendering): RenderedItem[] {
  const spent = threadClock()
  return template.content.map((item) => renderItem(template, item, rendering, recordMs - spent()))
}

function renderItem(
  template: Template,
  item: TemplateItem,
  { scope, withTasks }: Rendering,
  leftMs: number,
): RenderedItem {
  // Cases are not asked for either: long values make even that slow.
  if (leftMs <= 0) return { ...nothing, hasText: true, failures: ['the record takes too long'] }
  const textOf = (texts: Texts | undefined) => texts && textFor(texts, template, scope.language)
  const at = item.for && (caseFor(item.for, scope.prospect) ?? -1)
  const chosen = at === undefined ? undefined : item.for?.[at]
  const payload = textOf(chosen ? chosen.payload : item.payload)
  const write = chosen ? undefined : textOf(item.write)
  const failures: string[] = []

  function attempt<T>(text: LiquidText | undefined, how: (text: LiquidText) => T): T | undefined {
    if (!text) return undefined
    try {
      return how(text)
    } catch (error) {
      failures.push(reasonOf(error))
      return undefined
    }
  }

  const plain = attempt(payload, (text) => renderPayload(text, item.type, scope, leftMs))
  const task = attempt(withTasks ? write : undefined, (text) => renderTask(text, scope, leftMs))
  return {
    ...(plain ?? nothing),
    ...(task && { task }),
    hasText: [payload, write].some((text) => text?.source.trim()),
    failures,
    ...(at !== undefined && { case: at }),
  }
}

/** The text for all languages, the one found by look-up, or that in the template's first language. */
function textFor(texts: Texts, { languages: [first = ''] }: Template, language: string) {
  const find = (tag: string) => texts.get(lookUpLanguage(texts.keys(), tag) ?? '')
  return texts.get('*') ?? find(language) ?? find(first)
}

function reasonOf(error: unknown): string {
  const [isLimit, bound] = /limit exceeded(?:: (its? .*))?/.exec(String(error)) ?? []
  return bound ?? (isLimit ? 'it takes too long or too much memory' : 'a filter fails')
}

/** A payload, whether a `default` filter replaced an unknown value, and whether an unknown value has no default. */
export interface RenderedPayload {
  payload: string | undefined
  byDefault: boolean
  hasBlank: boolean
}

/**
 * Renders a payload with escaped values. It is undefined if nothing is left: an empty text, a URL that is not allowed, HTML
 * without visible content, more than `longestPayload`. Throws as `renderLiquid`.
 */
export function renderPayload(
  liquid: LiquidText,
  type: ContentType,
  scope: LiquidScope,
  limitMs?: number,
): RenderedPayload {
  const { text, ...rendered } = renderLiquid(liquid, scope, limitMs)
  return { payload: bounded(contentTypes[type].finish(text)), ...rendered }
}

/** The maximum length of a payload, in UTF-16 units: a longer one is left out. */
const longestPayload = 100_000

function bounded(payload: string | undefined): string | undefined {
  return payload !== undefined && payload.length <= longestPayload ? payload : undefined
}

/** A payload of words that a person wrote, finished as any of its type. Undefined if nothing of it would be seen. */
export function finishWords(type: ContentType, words: string): string | undefined {
  return bounded(contentTypes[type].finish(withoutControls(words)))
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
function renderTask(text: LiquidText, scope: LiquidScope, limitMs: number): Task | undefined {
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

/** What a language model's answer is for. */
export interface WrittenFor {
  type: ContentType
  own: string
  payload: string | undefined
}

/** The payload from a language model's answer, with URLs of `own` and `payload` alone. Undefined where it is unusable. */
export function finishWritten(answer: string, { type, own, payload }: WrittenFor): string | undefined {
  const { finishWritten: finish, urlsOf } = contentTypes[type]
  return finish(answer, knownUrls(own, payload === undefined ? [] : urlsOf(payload)))
}
