import type {
  CaseItem,
  EditedTemplate,
  Localised,
  TemplateAnalyticsItem,
  TemplateContentItem,
} from '../../wire/editor.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { DomainError } from '../base/words/errors.ts'
import { canonicalLanguage } from '../base/words/language.ts'
import type { Template, TemplateItem, Texts } from '../templates/template.ts'
import type { WrittenItem } from '../templates/written-items.ts'

/** The total length of texts for the editor, in UTF-16 units: with aliases, a short template can have very many. */
const mostText = 4_000_000

/**
 * A template as the editor shows it: the source of its texts, under the language names that it uses. Throws `unknown-
 * template` where that is too much.
 */
export function toEditedTemplate(
  written: readonly WrittenItem[],
  template: Template,
): Pick<EditedTemplate, 'page' | 'languages' | 'content' | 'analytics'> {
  const { page = '', languages } = template
  let left = mostText
  const content = template.content.map((item, index): TemplateContentItem => {
    const { name, selector, type } = item
    const texts = textsOf(item, written[index])
    left -= JSON.stringify(texts).length
    if (left < 0) throw new DomainError('unknown-template', 'The template is too large for the editor.')
    return { ...(name !== undefined && { name }), selector, type, ...texts }
  })
  return { page, languages, content, analytics: template.analytics.map((item) => toMeasure(item, template)) }
}

function textsOf(
  item: TemplateItem,
  written: Partial<WrittenItem> = {},
): Pick<TemplateContentItem, 'payload' | 'write' | 'for'> {
  const cases = item.for?.map(({ payload }, at): CaseItem => {
    const { when = {}, payload: names } = written.for?.[at] ?? {}
    return { when, payload: toLocalised(payload, names) }
  })
  return {
    ...(cases && { for: cases }),
    ...(item.payload && { payload: toLocalised(item.payload, written.payload) }),
    ...(item.write && { write: toLocalised(item.write, written.write) }),
  }
}

/** The template was checked: a value is either one text or a mapping of texts. */
function toLocalised(texts: Texts, written: readonly string[] = []): Localised {
  const one = texts.get('*')
  if (one) return one.source
  return Object.fromEntries(
    written.map((language) => [language, texts.get(canonicalLanguage(language) ?? language)?.source ?? '']),
  )
}

function toMeasure(
  { id, selector, type }: AnalyticsItem,
  { goal, analyticsNames = {} }: Template,
): TemplateAnalyticsItem {
  const name = Object.hasOwn(analyticsNames, id) ? analyticsNames[id] : undefined
  return { id, ...(name !== undefined && { name }), selector, type, ...(id === goal && { goal: true }) }
}
