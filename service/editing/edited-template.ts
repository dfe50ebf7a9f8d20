import type {
  CaseItem,
  EditedTemplate,
  Localised,
  TemplateAnalyticsItem,
  TemplateContentItem,
} from '../../wire/editor.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import { jsonMembers } from '../base/words/json.ts'
import { canonicalLanguage } from '../base/words/language.ts'
import { factFields } from '../base/words/prospect.ts'
import { listProspects } from '../prospects/list-sql.ts'
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

/** The prospects that are searched for further fields. */
const newest = { sort: 'created', descending: true, limit: 200 } as const
const mostFields = 100
/** The fields of every prospect, those first by which people are called. */
const called = [
  'first_name',
  'last_name',
  'company',
  'company_short',
  'role',
  'industry',
  'name',
  'email',
  'domain',
  'linkedin',
  'profile',
]
/** What a template can write after `prospect.additional.`. */
const nameable = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u

/**
 * The fields of a prospect that a template can name: first those that all prospects have, then those of `additional` in
 * the newest ones, the most frequent first.
 */
export async function knownFields(db: Database, organization: string): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { additional } of await listProspects(db, organization, {}, newest))
    for (const name of jsonMembers(additional ?? '{}').keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const facts = new Set<string>(factFields)
  const more = [...counts]
    .filter(([name]) => nameable.test(name) && !facts.has(name))
    .sort(([, one], [, other]) => other - one)
  return [...called, ...more.slice(0, mostFields).map(([name]) => `additional.${name}`)]
}
