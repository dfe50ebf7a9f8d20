import type { ContentItem } from '../../wire/record.ts'
import { lookUpLanguage } from '../model/language.ts'
import type { LiquidScope, LiquidText } from '../templates/liquid.ts'
import { renderPayload, renderTask, textFor } from '../templates/render.ts'
import type { Template, TemplateItem, Texts } from '../templates/template.ts'
import type { Writer } from './write.ts'

/** With what the items of one record are made. */
export interface Making {
  template: Template
  scope: LiquidScope
  /** Left out for test prospects, and where no language model is set. */
  writer?: Writer | undefined
  /** Told of an item that could not be rendered, and why; never with a value of the prospect in it. */
  onFailure(item: TemplateItem, reason: string): void
}

/** Renders the items of a template for one prospect, all at once, and leaves out those that render to nothing. */
export async function makeItems(making: Making): Promise<ContentItem[]> {
  const items = await Promise.all(
    making.template.content.map(async (item) => {
      const payload = await makePayload(making, item)
      return payload === undefined ? [] : [{ selector: item.selector, type: item.type, payload }]
    }),
  )
  return items.flat()
}

async function makePayload(making: Making, item: TemplateItem): Promise<string | undefined> {
  const { writer, scope } = making
  const payload = render(making, item, item.payload, (text) => renderPayload(text, item.type, scope))
  if (!writer) return payload
  const task = render(making, item, item.write, (text) => renderTask(text, scope))
  if (task) return (await writer.write(item.type, task, payload)) ?? payload
  if (payload === undefined || isOffered(making)) return payload
  return (await writer.translate(item.type, payload)) ?? payload
}

/** A text in the record's language, or in the template's first where it does not offer that. */
function render<T>(
  { template, scope, onFailure }: Making,
  item: TemplateItem,
  texts: Texts | undefined,
  how: (text: LiquidText) => T,
): T | undefined {
  const text = texts && (textFor(texts, scope.language) ?? textFor(texts, template.languages[0] ?? ''))
  try {
    return text && how(text)
  } catch (error) {
    onFailure(
      item,
      /limit exceeded/.test(String(error)) ? 'it takes too long or too much memory' : 'a filter fails',
    )
    return undefined
  }
}

function isOffered({ template, scope }: Making): boolean {
  return lookUpLanguage(template.languages, scope.language) !== undefined
}
