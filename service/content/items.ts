import { setImmediate } from 'node:timers/promises'
import type { PreviewedItem } from '../../wire/editor.ts'
import type { ContentItem } from '../../wire/record.ts'
import { lookUpLanguage } from '../base/words/language.ts'
import type { LiquidScope, LiquidText } from '../templates/liquid.ts'
import { type RenderedPayload, renderPayload, renderTask, textFor } from '../templates/render.ts'
import type { Template, TemplateItem, Texts } from '../templates/template.ts'
import type { Blank, Gap } from './gap.ts'
import { createRenderBudget, type RenderBudget } from './record-budget.ts'
import type { Writer } from './writer.ts'

/** What the items of one record are made from. */
export interface Making {
  template: Template
  scope: LiquidScope
  /** Left out for test prospects, and where no language model is set. */
  writer?: Writer | undefined
  /** Called for an item that could not be rendered, with the reason, which never contains a value of the prospect. */
  onFailure(item: TemplateItem, reason: string): void
}

/** The items of one record, with its gaps and blanks. */
export interface MadeItems {
  items: ContentItem[]
  gaps: Gap[]
  blanks: Blank[]
}

interface MadeItem extends PreviewedItem {
  hasBlank: boolean
}

const nothing: RenderedPayload = { payload: undefined, byDefault: false, hasBlank: false }

/** Renders the items of a template for one prospect, in parallel, and leaves out empty ones. */
export async function makeItems(making: Making): Promise<MadeItems> {
  const made: MadeItems = { items: [], gaps: [], blanks: [] }
  for (const [index, { gap, payload, hasBlank, ...item }] of (await makeAll(making)).entries()) {
    if (hasBlank) made.blanks.push({ index, ...item, position: made.items.length })
    if (payload !== undefined) made.items.push({ ...item, payload })
    if (gap) made.gaps.push({ index, ...item, empty: gap === 'empty', byDefault: gap === 'default' })
  }
  return made
}

/** The same with every item of the template; an empty one has no payload. */
export async function makeEach(making: Making): Promise<PreviewedItem[]> {
  return (await makeAll(making)).map(({ hasBlank: _, ...item }) => item)
}

async function makeAll(making: Making): Promise<MadeItem[]> {
  const budget = createRenderBudget()
  const rendered = await Promise.all(await beginAll(making, budget))
  return making.template.content.map((item, index) => {
    const { selector, type } = item
    const { payload, byDefault, hasBlank } = rendered[index] ?? nothing
    if (payload !== undefined && budget.takeLength(payload.length))
      return { selector, type, payload, hasBlank, ...(byDefault && { gap: 'default' as const }) }
    return { selector, type, hasBlank: false, ...(hasText(making, item) && { gap: 'empty' as const }) }
  })
}

/** Other requests are answered between items: a record may take half a second in all. */
const turnMs = 20

async function beginAll(making: Making, budget: RenderBudget): Promise<Promise<RenderedPayload>[]> {
  const begun: Promise<RenderedPayload>[] = []
  let turnBegan = performance.now()
  for (const item of making.template.content) {
    const payload = makePayload(making, item, budget)
    // Whoever waits for all of them hears of a failure; until then it is nobody's.
    payload.catch(() => {})
    begun.push(payload)
    if (performance.now() - turnBegan < turnMs) continue
    await setImmediate()
    turnBegan = performance.now()
  }
  return begun
}

async function makePayload(
  making: Making,
  item: TemplateItem,
  budget: RenderBudget,
): Promise<RenderedPayload> {
  const { writer, scope } = making
  const plain =
    render(making, item, item.payload, (text) =>
      budget.spend((leftMs) => renderPayload(text, item.type, scope, leftMs)),
    ) ?? nothing
  if (!writer) return plain
  const task = render(making, item, item.write, (text) =>
    budget.spend((leftMs) => renderTask(text, scope, leftMs)),
  )
  if (task) return written(await writer.write(item.type, task, plain.payload)) ?? plain
  if (plain.payload === undefined || isOffered(making)) return plain
  const payload = (await writer.translate(item.type, plain.payload)) ?? plain.payload
  return { ...plain, payload }
}

/** A text by the language model has no default. */
function written(payload: string | undefined): RenderedPayload | undefined {
  return payload === undefined ? undefined : { payload, byDefault: false, hasBlank: false }
}

/** Whether the template has a text here in this language. Where it is blank, the page's own content is wanted. */
function hasText(making: Making, { payload, write }: TemplateItem): boolean {
  return [payload, write].some((texts) => texts && textOf(making, texts)?.source.trim())
}

/** Renders a text. Undefined where there is none, or it fails. */
function render<T>(
  making: Making,
  item: TemplateItem,
  texts: Texts | undefined,
  how: (text: LiquidText) => T,
): T | undefined {
  const text = texts && textOf(making, texts)
  try {
    return text && how(text)
  } catch (error) {
    making.onFailure(item, reasonOf(error))
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const bound = /limit exceeded: (its HTML .*)/.exec(String(error))?.[1]
  return (
    bound ??
    (/limit exceeded/.test(String(error)) ? 'it takes too long or too much memory' : 'a filter fails')
  )
}

/** The text in the record's language, or in the template's first language. */
function textOf({ template, scope }: Making, texts: Texts): LiquidText | undefined {
  return textFor(texts, scope.language) ?? textFor(texts, template.languages[0] ?? '')
}

function isOffered({ template, scope }: Making): boolean {
  return lookUpLanguage(template.languages, scope.language) !== undefined
}
