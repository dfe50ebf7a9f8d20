import type { PreviewedItem } from '../../wire/editor.ts'
import type { ContentItem } from '../../wire/record.ts'
import { lookUpLanguage } from '../base/words/language.ts'
import type { LiquidScope } from '../templates/liquid.ts'
import { nothing, type RenderedItem, type RenderedPayload } from '../templates/render.ts'
import type { Template, TemplateItem } from '../templates/template.ts'
import { type TemplateWork, TooMuchWork } from '../templates/template-work.ts'
import type { Gap, Lacking } from './gap.ts'
import type { Writer } from './writer.ts'

/** What the items of one record are made from. */
export interface Making {
  work: TemplateWork
  template: Template
  scope: LiquidScope
  /** Left out for test prospects, and where no language model is set. */
  writer?: Writer | undefined
  /** Called for an item that could not be rendered, which is a gap, with a reason that has no value of the prospect. */
  onFailure?(item: TemplateItem, reason: string): void
}

/** The items of one record, and what it lacks. */
export interface MadeItems extends Lacking {
  items: ContentItem[]
}

type FinishedItem = RenderedPayload & Pick<Gap, 'notWritten'>

type MadeItem = PreviewedItem & Pick<FinishedItem, 'hasBlank' | 'notWritten'>

/** The UTF-16 units of one record, however many items its template has. */
const recordLength = 1_000_000

/**
 * Renders the items of a template for one prospect, and leaves out empty ones: all of a template that takes too much work.
 * Throws `unavailable`.
 */
export async function makeItems(making: Making): Promise<MadeItems> {
  return inRecord(await makeAll(making))
}

/** The same with every item of the template; an empty one has no payload. */
export async function makeEach(making: Making): Promise<PreviewedItem[]> {
  return (await makeAll(making)).map(({ hasBlank: _, ...item }) => item)
}

function inRecord(all: MadeItem[]): MadeItems {
  const made: MadeItems = { items: [], gaps: [], blanks: [], textless: [] }
  for (const [index, { gap, payload, hasBlank, notWritten, case: _, ...item }] of all.entries()) {
    if (hasBlank) made.blanks.push({ index, ...item, position: made.items.length })
    if (payload !== undefined) made.items.push({ ...item, payload })
    const lacks = { empty: gap === 'empty', byDefault: gap === 'default', ...(notWritten && { notWritten }) }
    if (gap || notWritten) made.gaps.push({ index, ...item, ...lacks })
    else if (payload === undefined) made.textless.push({ index, ...item })
  }
  return made
}

async function makeAll(making: Making): Promise<MadeItem[]> {
  const { work, template, scope, writer } = making
  const { content } = template
  const asked = { scope, withTasks: writer !== undefined }
  const rendered = await work.run('renderItems', template, asked).catch((error) => {
    if (!(error instanceof TooMuchWork)) throw error
    return content.map((): RenderedItem => ({ ...nothing, hasText: true, failures: [error.message] }))
  })
  for (const [index, { failures }] of rendered.entries())
    for (const reason of failures) making.onFailure?.(content[index] as TemplateItem, reason)
  const finished = await finishAll(making, rendered)
  let left = recordLength
  return content.map(({ selector, type }, index) => {
    const { payload, byDefault, hasBlank, notWritten } = finished[index] as FinishedItem
    const taken = rendered[index]?.case
    const item = {
      selector,
      type,
      ...(taken !== undefined && { case: taken }),
      ...(notWritten !== undefined && { notWritten }),
    }
    if (payload === undefined || payload.length > left)
      return { ...item, hasBlank: false, ...(rendered[index]?.hasText && { gap: 'empty' as const }) }
    left -= payload.length
    return { ...item, payload, hasBlank, ...(byDefault && { gap: 'default' as const }) }
  })
}

/** Has the language model write and translate, if there is one. Where it does not, the plain payload stands. */
async function finishAll(making: Making, rendered: RenderedItem[]): Promise<FinishedItem[]> {
  const { template, scope, writer } = making
  if (!writer) return rendered
  const isOffered = lookUpLanguage(template.languages, scope.language) !== undefined
  return Promise.all(
    rendered.map(async (item, index) => {
      const { type } = template.content[index] as TemplateItem
      const { task, payload } = item
      if (!task && (payload === undefined || isOffered)) return item
      const answer = task
        ? await writer.write(type, task, payload)
        : await writer.translate(type, payload ?? '')
      if ('notWritten' in answer) return { ...item, ...answer }
      // What it writes has no default.
      return { ...item, payload: answer.text, ...(task && { byDefault: false, hasBlank: false }) }
    }),
  )
}
