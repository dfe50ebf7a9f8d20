import { lookUpLanguage } from '../base/words/language.ts'
import { caseFor } from './cases.ts'
import { type LiquidScope, type LiquidText, threadClock } from './liquid.ts'
import { type RenderedPayload, renderPayload, renderTask, type Task } from './render.ts'
import type { Template, TemplateItem, Texts } from './template.ts'

/** What is rendered of a template, and for whom. */
export interface Rendering {
  scope: LiquidScope
  /** Whether the tasks for a language model are rendered too. */
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

const nothing: RenderedPayload = { payload: undefined, byDefault: false, hasBlank: false }

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

/** The text in this language, or in the template's first language. */
function textFor(texts: Texts, { languages }: Template, language: string): LiquidText | undefined {
  const [first = ''] = languages
  return textIn(texts, language) ?? textIn(texts, first)
}

/** The text for all languages, or the one found by look-up. */
function textIn(texts: Texts, language: string): LiquidText | undefined {
  return texts.get('*') ?? texts.get(lookUpLanguage(texts.keys(), language) ?? '')
}

function reasonOf(error: unknown): string {
  const bound = /limit exceeded: (its? .*)/.exec(String(error))?.[1]
  return (
    bound ??
    (/limit exceeded/.test(String(error)) ? 'it takes too long or too much memory' : 'a filter fails')
  )
}
