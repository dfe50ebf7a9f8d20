import { valuesIn } from '../../../wire/values-in-text.ts'
import { decodeGaps, type Gap } from '../../content/gap.ts'
import { isSameItem, namesOf, type Template, withName } from '../../templates/template.ts'
import type { CampaignBlank, CampaignGap } from '../campaign.ts'
import type { LackingRow } from './sql.ts'

const mostExamples = 5
const longestReading = 300

/**
 * Sums what a campaign's records lack, by item of the template: how many are empty there or fall back to a default, and how
 * many have a blank in it, with an example of the text.
 */
export function sumLacking(rows: readonly LackingRow[], template: Template | undefined) {
  const gaps = new Map<string, CampaignGap>()
  const blanks = new Map<string, CampaignBlank>()
  for (const { gaps: text, count, examples, content } of rows) {
    const lacking = decodeGaps(text)
    for (const gap of lacking.gaps) {
      const sum: CampaignGap = sumOf(gaps, gap, { empty: 0, byDefault: 0 }, examples)
      if (gap.empty) sum.empty += count
      if (gap.byDefault) {
        sum.byDefault += count
        const said = content.find((item) => isSameItem(item, gap))
        if (said) sum.reads ??= shortened(said.payload)
      }
      if (gap.notWritten === undefined) continue
      sum.notWritten = (sum.notWritten ?? 0) + count
      sum.reason ??= gap.notWritten
    }
    for (const blank of lacking.blanks) {
      const reads = shortened(content[blank.position]?.payload ?? '')
      sumOf(blanks, blank, { people: 0, reads }, examples).people += count
    }
  }
  const names = namesOf(template)
  const named = <Item extends ItemOf>(sums: Map<string, Item>) =>
    [...sums.values()]
      .map((item) => ({ ...withName(item, names.content(item)), ...valuesOf(template, item) }))
      .sort((one, other) => one.index - other.index)
  return { gaps: named(gaps), blanks: named(blanks) }
}

/** The fields of a person in an item, as the template has it now. */
function valuesOf(template: Template | undefined, item: ItemOf): { values?: string[] } {
  const { payload, for: cases = [] } = template?.content.find((each) => isSameItem(each, item)) ?? {}
  const texts = [payload, ...cases.map((one) => one.payload)].flatMap((each) => [...(each?.values() ?? [])])
  const values = valuesIn(texts.map(({ source }) => source).join('\n'))
  return values.length > 0 ? { values } : {}
}

type ItemOf = Pick<Gap, 'index' | 'selector' | 'type'>
type Summed<More> = ItemOf & { examples: string[] } & More

/** The sum of an item, with more examples of people. An item that another version of the template had in its place is another. */
function sumOf<More>(
  sums: Map<string, Summed<More>>,
  { index, selector, type }: ItemOf,
  begin: More,
  examples: string[],
): Summed<More> {
  const key = `${index} ${type} ${selector}`
  const sum = sums.get(key) ?? { index, selector, type, ...begin, examples: [] }
  sum.examples = [...new Set([...sum.examples, ...examples])].filter(Boolean).slice(0, mostExamples)
  sums.set(key, sum)
  return sum
}

function shortened(text: string): string {
  return text.length > longestReading ? `${text.slice(0, longestReading).toWellFormed()}…` : text
}
