import { sql } from 'kysely'
import { asWritten } from '../../wire/bare-name.ts'
import type { EditedTemplate, Localised, TemplateContentItem } from '../../wire/editor.ts'
import type { Database } from '../base/database/database.ts'
import { factFields } from '../base/words/prospect.ts'
import { namesOf, type Template, type TemplateItem, type Texts, withName } from '../templates/template.ts'

/** A template as the editor shows it: the source of its texts, under the language names that it uses. */
export function toEditedTemplate(
  template: Template,
): Pick<EditedTemplate, 'page' | 'languages' | 'content' | 'analytics'> {
  const { page = '', languages, content, analytics, goal } = template
  const names = namesOf(template)
  return {
    page,
    languages,
    content: content.map(toContentItem),
    analytics: analytics.map((item) => {
      const selector = asWritten(item.selector)
      const isGoal = item.id === goal && { goal: true }
      return withName({ ...item, selector, ...isGoal }, names.analytics(item.id))
    }),
  }
}

function toContentItem({ payload, write, for: cases, ...item }: TemplateItem): TemplateContentItem {
  return {
    ...item,
    selector: asWritten(item.selector),
    ...(cases && {
      for: cases.map(({ written, payload: words }) => ({ when: written, payload: toLocalised(words) })),
    }),
    ...(payload && { payload: toLocalised(payload) }),
    ...(write && { write: toLocalised(write) }),
  }
}

/** The template was checked: a value is either one text or a mapping of texts. */
function toLocalised(texts: Texts): Localised {
  const one = texts.get('*')
  return one
    ? one.source
    : Object.fromEntries([...texts.values()].map(({ under, source }) => [under, source]))
}

/** The fields of every prospect, those first by which people are called. */
const called =
  'first_name last_name company company_short role industry name email domain linkedin profile'.split(' ')
/** What a template can write after `prospect.additional.`. */
const nameable = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u
const mostFields = 100

/**
 * The fields of a prospect that a template can name: first those that all prospects have, then those of `additional` in
 * the 200 newest, the most frequent first.
 */
export async function knownFields(db: Database, organization: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM (
      SELECT additional FROM prospect WHERE organization = ${organization} ORDER BY created_at DESC, id DESC LIMIT 200
    ) AS newest, json_object_keys(additional::json) AS keys (name)
    GROUP BY name ORDER BY count(*) DESC, name`.execute(db)
  // What to call people comes from these columns, and from names where a list has none.
  const facts = new Set<string>([...factFields, ...called])
  const more = rows.map(({ name }) => name).filter((name) => nameable.test(name) && !facts.has(name))
  return [...called, ...more.slice(0, mostFields).map((name) => `additional.${name}`)]
}
