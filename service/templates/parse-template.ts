import { selectorOf } from '../../wire/bare-name.ts'
import { analyticsTypes } from '../../wire/event.ts'
import { isOfPreview } from '../../wire/targets.ts'
import { kindsOf } from '../base/http/schemas/fields.ts'
import { canonicalLanguage, isNamedLanguage, lookUpLanguage } from '../base/words/language.ts'
import { didYouMean, joinWithOr } from '../base/words/text.ts'
import { selectorProblem } from './check-selector.ts'
import { contentTypes } from './content-types.ts'
import type { Place } from './filters.ts'
import { LiquidProblem, parseLiquid } from './liquid.ts'
import type { Problem } from './operations.ts'
import { readCases } from './read-cases.ts'
import type { Template, TemplateItem, Text, Texts } from './template.ts'
import { type Located, YamlReader } from './yaml-reader.ts'

/** A template with its warnings, or its problems. */
export type ParsedTemplate =
  | { template: Template; problems: Problem[] }
  | { template?: never; problems: Problem[] }

const templateLimits = { bytes: 64 * 1024, idLength: 64, nameLength: 100 } as const

/** Characters that neither YAML (1.2.2 §5.1) nor a database allows. */
const unprintable = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Parses and checks a template's text: fields, languages, selectors, Liquid, ids. */
export function parseTemplate(name: string, source: string): ParsedTemplate {
  if (Buffer.byteLength(source) > templateLimits.bytes) {
    const message = 'the template is larger than 64 KiB; write two templates, or shorter texts'
    return { problems: [{ line: 1, column: 1, message }] }
  }
  const reader = new YamlReader(source)
  const strange = unprintable.exec(source)
  if (strange) {
    const code = strange[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    reader.report(strange.index, `remove the character U+${code}, which cannot be seen`)
  }
  if (reader.isBroken()) return { problems: reader.problems }
  const template = readTemplate(reader, name)
  const problems = reader.problems.sort((a, b) => a.line - b.line || a.column - b.column)
  return reader.isBroken() ? { problems } : { template, problems }
}

function readTemplate(reader: YamlReader, name: string): Template {
  const fields = reader.fields(reader.root, ['page', 'languages', 'content', 'analytics'])
  const languages = readLanguages(reader, fields.get('languages'))
  const items = reader.list(fields.get('content'), (position) => `content item ${position}`)
  const content = items.map((entry) => readContentItem(reader, entry, languages))
  const measured = readAnalytics(reader, fields.get('analytics'))
  const page = readPage(reader, fields.get('page'))
  if (!fields.has('content') && !fields.has('analytics'))
    reader.report(0, 'the template has neither content nor analytics, so it does nothing')
  return { name, ...(page !== undefined && { page }), languages, content, ...measured }
}

function readPage(reader: YamlReader, field: Located | undefined): string | undefined {
  const page = field && reader.text(field)
  if (field && page !== undefined && !/^https?:$/.test(URL.parse(page)?.protocol ?? ''))
    reader.report(
      field.offset,
      `page must be an address such as https://www.example.com/launch, not "${page}"`,
    )
  return page
}

function readLanguages(reader: YamlReader, field: Located | undefined): string[] {
  if (!field) {
    reader.report(0, 'languages is missing; list the languages of the texts, such as languages: [en, de]')
    return []
  }
  const entries = reader.list(field, (position) => `language ${position}`)
  if (entries.length === 0 && reader.isList(field))
    reader.report(field.offset, 'languages is empty; list at least one, such as [en]')
  return [...new Set(entries.flatMap((entry) => readLanguage(reader, entry) ?? []))]
}

function readLanguage(reader: YamlReader, entry: Located): string | undefined {
  const text = reader.text(entry)
  if (text === undefined) return undefined
  const tag = namedLanguage(text)
  if (tag !== undefined) return tag
  const meant = namedLanguage(text.replaceAll('_', '-'))
  const hint = meant ? `did you mean "${meant}"?` : 'write it as BCP 47 does, such as en, de-AT or zh-Hant'
  reader.report(entry.offset, `"${text}" is not a language tag; ${hint}`)
  return undefined
}

function namedLanguage(text: string): string | undefined {
  const tag = canonicalLanguage(text)
  return tag !== undefined && isNamedLanguage(tag) ? tag : undefined
}

function readContentItem(reader: YamlReader, entry: Located, languages: string[]): TemplateItem {
  const fields = reader.fields(entry, ['name', 'selector', 'type', 'payload', 'for', 'write'])
  const type = readType(reader, entry, fields.get('type'), kindsOf(contentTypes)) ?? 'text'
  const payload = fields.get('payload')
  const write = fields.get('write')
  const cases = fields.get('for')
  if (!payload && !write && !cases) reader.report(entry.offset, `${entry.label} has no payload`)
  const name = readName(reader, fields.get('name'))
  const readPayload = (field: Located) => readTexts(reader, field, languages, contentTypes[type].place)
  const selector = readSelector(reader, entry, fields.get('selector'))
  if (isOfPreview(selector)) reader.report(entry.offset, onlyByEdge, { warning: true })
  return {
    ...(name !== undefined && { name }),
    selector,
    type,
    ...(payload && { payload: readPayload(payload) }),
    ...(write && { write: readTexts(reader, write, languages, 'task') }),
    ...(cases && { for: readCases(reader, cases, readPayload) }),
  }
}

const onlyByEdge =
  'this is for the preview of the link in chats and mails, which only the edge makes personal'

function readAnalytics(
  reader: YamlReader,
  field: Located | undefined,
): Pick<Template, 'analytics' | 'analyticsNames' | 'goal'> {
  const ids = new Set<string>()
  const names = new Map<string, string>()
  let goal: string | undefined
  const items = reader.list(field, (position) => `analytics item ${position}`)
  const analytics = items.map((entry, index) => {
    const fields = reader.fields(entry, ['id', 'name', 'selector', 'type', 'goal'])
    const type = readType(reader, entry, fields.get('type'), kindsOf(analyticsTypes)) ?? 'view'
    const id = readLine(reader, fields.get('id'), 'an id', templateLimits.idLength) ?? `${type}-${index + 1}`
    if (ids.has(id)) {
      const { offset } = fields.get('id') ?? entry
      reader.report(offset, `the id "${id}" is there twice; each item needs its own`)
    }
    ids.add(id)
    const name = readName(reader, fields.get('name'))
    if (name !== undefined) names.set(id, name)
    const isGoal = fields.get('goal')
    if (isGoal && reader.flag(isGoal)) {
      if (goal !== undefined)
        reader.report(isGoal.offset, `"${goal}" is the goal already; there can be one: remove one of the two`)
      goal ??= id
    }
    return { id, selector: readSelector(reader, entry, fields.get('selector')), type }
  })
  return {
    analytics,
    ...(goal !== undefined && { goal }),
    ...(names.size > 0 && { analyticsNames: Object.fromEntries(names) }),
  }
}

function readName(reader: YamlReader, field: Located | undefined): string | undefined {
  return readLine(reader, field, 'a name', templateLimits.nameLength)
}

function readLine(
  reader: YamlReader,
  field: Located | undefined,
  what: string,
  most: number,
): string | undefined {
  const line = field && reader.text(field)?.trim()
  if (line !== undefined && (line === '' || line.length > most || /\p{Cc}/u.test(line)))
    reader.report(field?.offset ?? 0, `${what} must have 1 to ${most} characters, on one line`)
  return line
}

function readSelector(reader: YamlReader, item: Located, field: Located | undefined): string {
  if (!field) reader.report(item.offset, `${item.label} has no selector`)
  const selector = field && reader.text(field)
  if (field === undefined || selector === undefined) return ''
  const problem = selectorProblem(selector)
  if (problem) reader.report(field.offset, problem)
  return selectorOf(selector.trim())
}

function readType<T extends string>(
  reader: YamlReader,
  item: Located,
  field: Located | undefined,
  types: readonly T[],
): T | undefined {
  if (!field) reader.report(item.offset, `${item.label} has no type; it can be ${joinWithOr(types)}`)
  const text = field && reader.text(field)
  if (field === undefined || text === undefined) return undefined
  const type = types.find((known) => known === text)
  if (!type) reader.report(field.offset, `"${text}" is not a type of ${item.label}${didYouMean(text, types)}`)
  return type
}

function readTexts(reader: YamlReader, field: Located, languages: string[], place: Place): Texts {
  if (!reader.isMapping(field)) return new Map(readLiquid(reader, field, '*', place))
  const entries = reader.entries(field, 'a text for each language')
  const texts = entries.flatMap(([key, value]) => {
    const tag = canonicalLanguage(key) ?? key
    if (languages.length > 0 && languages.every((offered) => !lookUpLanguage([tag], offered)))
      reader.report(
        value.offset,
        `"${key}" is not one of the template's languages${didYouMean(key, languages)}`,
      )
    return readLiquid(reader, { ...value, label: `${field.label} ${key}` }, key, place)
  })
  const keys = entries.map(([key]) => canonicalLanguage(key) ?? key)
  const missing = languages.filter((language) => !lookUpLanguage(keys, language))
  if (missing.length > 0) reader.report(field.offset, `${field.label} has no text for ${joinWithOr(missing)}`)
  return new Map(texts)
}

function readLiquid(reader: YamlReader, field: Located, under: string, place: Place): [string, Text][] {
  const text = reader.text(field)
  if (text === undefined) return []
  try {
    return [[canonicalLanguage(under) ?? under, { ...parseLiquid(text, place), under }]]
  } catch (error) {
    if (!(error instanceof LiquidProblem)) throw error
    reader.report(reader.offsetInside(field, error.line, error.column), `${field.label}: ${error.message}`)
    return []
  }
}
