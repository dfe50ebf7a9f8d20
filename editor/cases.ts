import type { CaseCondition, CaseItem, Localised } from '../wire/editor.ts'
import type { ContentType } from '../wire/targets.ts'
import { contentOf, writeContent } from './changes.ts'
import type { Chosen, Editing } from './editing.ts'
import { fieldLabel } from './field-words.ts'
import { placeOf } from './places.ts'
import { localText, withLocalText } from './state/localised.ts'

/** What a condition asks, in the words of the panel. */
export const testWords = {
  is: 'is',
  oneOf: 'is one of',
  contains: 'contains',
  known: 'is known',
  unknown: 'is not known',
} as const

type CaseTestName = keyof typeof testWords

/** A condition as the panel shows it. */
export interface ShownCondition {
  field: string
  test: CaseTestName
  /** What is compared; of several, as `inOneLine` writes them; empty for `known` and `unknown`. */
  value: string
}

/** The conditions of a case, in their order. */
export function conditionsOf(when: CaseItem['when']): ShownCondition[] {
  return Object.entries(when).flatMap(([field, condition]) => shownOf(field, condition))
}

function shownOf(field: string, condition: CaseCondition): ShownCondition[] {
  if (Array.isArray(condition)) return [{ field, test: 'oneOf', value: inOneLine(condition.map(String)) }]
  if (typeof condition !== 'object') return [{ field, test: 'is', value: String(condition) }]
  const { known, contains } = condition
  return [
    ...(known === undefined ? [] : [{ field, test: known ? 'known' : 'unknown', value: '' } as const]),
    ...(contains === undefined ? [] : [{ field, test: 'contains', value: String(contains) } as const]),
  ]
}

/** Whether a condition says all that it has to. */
export function isWhole(condition: ShownCondition): boolean {
  return !asksValue(condition.test) || valuesOf(condition).length > 0
}

/** A condition that asks something else of its field: what it compares with stays. */
export function withTest(condition: ShownCondition, test: CaseTestName): ShownCondition {
  const values = valuesOf(condition)
  return { ...condition, test, value: test === 'oneOf' ? inOneLine(values) : values.join(', ') }
}

/** What a condition compares with. */
function valuesOf({ test, value }: ShownCondition): string[] {
  return test === 'oneOf' ? valuesIn(value) : [value.trim()].filter(Boolean)
}

/** Whether a condition compares with a value. */
export function asksValue(test: CaseTestName): boolean {
  return test !== 'known' && test !== 'unknown'
}

/** `when` with another condition at this place, or without it. The others stay as they are written. */
export function withCondition(
  when: CaseItem['when'],
  at: number,
  condition: ShownCondition | undefined,
): CaseItem['when'] {
  const before = conditionsOf(when)
  const field = before[at]?.field
  const beside = before.filter((one, index) => one.field === field && index !== at)
  const changed = [...(condition ? [condition] : []), ...beside]
  const made: CaseItem['when'] = {}
  for (const [name, value] of Object.entries(when))
    if (name !== field) made[name] = value
    else for (const one of changed) made[one.field] = joined(made[one.field], one)
  return made
}

/** Two conditions of one field are one mapping, if both can stand in one. */
function joined(before: CaseCondition | undefined, condition: ShownCondition): CaseCondition {
  const made = writtenOf(condition)
  const areMappings = [before, made].every((one) => typeof one === 'object' && !Array.isArray(one))
  return areMappings ? { ...(before as object), ...(made as object) } : made
}

function writtenOf({ test, value }: ShownCondition): CaseCondition {
  if (test === 'known' || test === 'unknown') return { known: test === 'known' }
  if (test === 'contains') return { contains: value.trim() }
  return test === 'oneOf' ? valuesIn(value) : value.trim()
}

/**
 * Several values in one line, with commas between them. One that has a comma stands in quotes, as in a list for a spreadsheet.
 *
 * @example
 * inOneLine(['Smith, Jones & Co', 'Retail']) // '"Smith, Jones & Co", Retail'
 */
export function inOneLine(values: readonly string[]): string {
  const quoted = (one: string) => `"${one.split('"').join('""')}"`
  return values.map((one) => (/,|^"/.test(one) ? quoted(one) : one)).join(', ')
}

/** The values of a line. Only a quote at the beginning of a value counts. */
function valuesIn(line: string): string[] {
  const values = line.matchAll(/\s*(?:"((?:[^"]|"")*)"?([^,]*)|([^,]+))(?:,|$)/g)
  return [...values]
    .map(([, quoted, behind, plain]) => plain ?? `${quoted?.replaceAll('""', '"')}${behind}`)
    .map((one) => one.trim())
    .filter(Boolean)
}

/** A case as people say it: `Industry is Retail`. */
export function sayCase({ when }: CaseItem): string {
  return conditionsOf(when)
    .map(({ field, test, value }) => [fieldLabel(field), testWords[test], value].filter(Boolean).join(' '))
    .join(' and ')
}

/** The cases of the chosen item of this kind. */
export function casesOf(editing: Editing, chosen: Chosen, type: ContentType): readonly CaseItem[] {
  return editing.history.template.value.content[placeOf(editing, chosen, type)]?.for ?? []
}

/** Whose words are shown where the page is seen: the position of a case, -1 for everybody else; undefined until it is known. */
export function seenCase(editing: Editing, chosen: Chosen, type: ContentType): number | undefined {
  return editing.preview.value?.content[placeOf(editing, chosen, type)]?.case
}

/** Sets the cases of the chosen item of this kind. Edits with the same key, one after the other, are one step of undo. */
export function setCases(
  editing: Editing,
  chosen: Chosen,
  type: ContentType,
  cases: readonly CaseItem[],
  key?: string,
): void {
  const fields = { for: cases.length > 0 ? cases : null }
  const index = placeOf(editing, chosen, type)
  editing.change([{ edit: 'setItem', list: 'content', index, fields }], key && `content ${index} for ${key}`)
}

/** The fields that most conditions use. */
const likely = ['industry', 'role', 'company']

/** A condition to begin with: the most frequent value, but for some, of a field that has none yet. */
export function likelyCondition(
  { people, history }: Editing,
  taken: readonly string[],
  said = new Set<string>(),
): CaseItem['when'] {
  const { fields } = history.template.value
  const offered = [...likely, ...fields].filter((field) => fields.includes(field) && !taken.includes(field))
  for (const field of offered) {
    const found = people.value?.fields[field]?.values.find(({ value }) => !said.has(value))
    if (found) return { [field]: found.value }
  }
  return { [offered[0] ?? 'industry']: { known: true } }
}

/** Adds a case behind the others, with the words that everybody has. */
export function addCase(editing: Editing, chosen: Chosen, type: ContentType): void {
  editing.history.settle()
  const index = placeOf(editing, chosen, type)
  if (index < 0) {
    writeContent(editing, chosen, type, contentOf(editing, chosen, type))
    editing.history.settle()
  }
  const before = casesOf(editing, chosen, type)
  const { payload = '' } = editing.history.template.value.content[placeOf(editing, chosen, type)] ?? {}
  const said = new Set(before.flatMap(({ when }) => conditionsOf(when).flatMap(valuesOf)))
  const when = likelyCondition(editing, [], said)
  setCases(editing, chosen, type, [...before, { when, payload }])
  editing.history.settle()
}

/** Writes a case's words in the present language. */
export function writeCase(
  editing: Editing,
  chosen: Chosen,
  type: ContentType,
  at: number,
  said: string,
): void {
  const { languages } = editing.history.template.value
  const { value: language } = editing.language
  // The whole list of cases is set, so the words of the other languages belong to it.
  const withWords = (before: Localised): Localised => {
    const text = withLocalText(before, language, languages, said)
    return typeof before === 'string' || typeof text === 'string' ? text : { ...before, ...text }
  }
  const cases = casesOf(editing, chosen, type).map((one, index) =>
    index === at ? { ...one, payload: withWords(one.payload) } : one,
  )
  setCases(editing, chosen, type, cases, `${at} ${language}`)
}

/** A case's words in the present language. */
export function caseText(editing: Editing, { payload }: CaseItem): string {
  return localText(payload, editing.language.value)
}
