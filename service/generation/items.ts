import type { ContentItem } from '../../wire/record.ts'
import type { LiquidScope } from './liquid.ts'
import { renderPayload, textFor } from './render.ts'
import type { Template, TemplateItem } from './template.ts'

/** What the items of a template become for somebody; what renders to nothing is left out. */
export function renderItems(
  template: Template,
  scope: LiquidScope,
  onFailure: (error: unknown) => void,
): ContentItem[] {
  return template.content.flatMap((item) => {
    const payload = renderItem(item, scope, onFailure)
    return payload === undefined ? [] : [{ selector: item.selector, type: item.type, payload }]
  })
}

function renderItem(
  item: TemplateItem,
  scope: LiquidScope,
  onFailure: (error: unknown) => void,
): string | undefined {
  const text = item.payload && textFor(item.payload, scope.language)
  try {
    return text && renderPayload(text, item.type, scope)
  } catch (error) {
    onFailure(error)
    return undefined
  }
}
