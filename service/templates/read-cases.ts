import { joinWithOr, nearest } from '../base/words/text.ts'
import { type CaseTest, isCaseField, plain, prospectFields, takesAll } from './cases.ts'
import type { TemplateCase, Texts } from './template.ts'
import type { Located, YamlReader } from './yaml-reader.ts'

/** Reads the cases of an item, and warns of one that an earlier one always takes. */
export function readCases(
  reader: YamlReader,
  field: Located,
  readPayload: (field: Located) => Texts,
): TemplateCase[] {
  const entries = reader.list(field, (position) => `case ${position}`)
  if (entries.length === 0 && reader.isList(field))
    reader.report(field.offset, 'for has no case; remove it, or add - { when: { industry: … }, payload: … }')
  const cases: TemplateCase[] = []
  for (const entry of entries) {
    const read = readCase(reader, entry, readPayload)
    const earlier = cases.findIndex(({ when }) => takesAll(when, read.when))
    if (earlier >= 0 && read.when.length > 0)
      reader.report(
        entry.offset,
        `nobody gets the words of ${entry.label}: case ${earlier + 1}, ${cases[earlier]?.label}, takes all of them`,
        { warning: true },
      )
    cases.push(read)
  }
  return cases
}

function readCase(reader: YamlReader, entry: Located, readPayload: (field: Located) => Texts): TemplateCase {
  const fields = reader.fields(entry, ['when', 'payload'])
  const when = fields.get('when')
  const payload = fields.get('payload')
  if (!when) reader.report(entry.offset, `${entry.label} has no when`)
  if (!payload) reader.report(entry.offset, `${entry.label} has no payload`)
  const conditions = when ? readConditions(reader, when) : []
  return {
    when: conditions.flatMap(({ tests }) => tests),
    label: conditions.map(({ label }) => label).join(' and '),
    written: (when && reader.written(when)) as TemplateCase['written'],
    payload: payload ? readPayload(payload) : new Map(),
  }
}

interface Condition {
  tests: CaseTest[]
  label: string
}

function readConditions(reader: YamlReader, when: Located): Condition[] {
  const entries = reader.entries(when, 'conditions, such as industry: Retail')
  if (entries.length === 0 && reader.isMapping(when))
    reader.report(when.offset, 'when is empty; write a condition, such as industry: Retail')
  return entries.map(([field, value]) => {
    if (!isCaseField(field)) reader.report(value.offset, unknownField(field))
    return readCondition(reader, field, { ...value, label: field })
  })
}

function unknownField(field: string): string {
  const own = field.replace(/^prospect\./, '')
  const meant = isCaseField(own) ? own : nearest(field, prospectFields.filter(isCaseField))
  const hint = meant ? `did you mean "${meant}"?` : `what you know of your own is additional.${field}`
  return `"${field}" is not a condition; ${hint}`
}

const otherTests = ['known', 'contains'] as const

function readCondition(reader: YamlReader, field: string, value: Located): Condition {
  if (reader.isMapping(value)) return readOtherTests(reader, field, value)
  const texts = (reader.isList(value) ? reader.list(value, (at) => `value ${at} of ${field}`) : [value])
    .map((each) => textOf(reader, each))
    .filter((text) => text !== undefined)
  if (texts.length === 0 && reader.isList(value))
    reader.report(value.offset, `${field} has no value; write one, such as ${field}: Retail`)
  return { tests: [{ field, is: texts.map(plain) }], label: joinWithOr(texts) }
}

function readOtherTests(reader: YamlReader, field: string, value: Located): Condition {
  const fields = reader.fields(value, otherTests)
  const known = fields.get('known')
  const contains = fields.get('contains')
  if (!known && !contains)
    reader.report(value.offset, `${field} has no condition; write a value, known: true or contains: …`)
  const name = field.replace(/^additional\./, '').replaceAll('_', ' ')
  const tests: CaseTest[] = []
  const labels: string[] = []
  if (known) {
    const isKnown = reader.flag(known)
    tests.push({ field, known: isKnown })
    labels.push(`${name} ${isKnown ? 'known' : 'not known'}`)
  }
  const part = contains && textOf(reader, contains)
  if (part !== undefined) {
    tests.push({ field, contains: plain(part) })
    labels.push(`${name} with “${part}”`)
  }
  return { tests, label: labels.join(' and ') }
}

function textOf(reader: YamlReader, value: Located): string | undefined {
  const text = reader.text(value)?.trim()
  if (text === '') reader.report(value.offset, `${value.label} is empty; write { known: false } for it`)
  return text === '' ? undefined : text
}
