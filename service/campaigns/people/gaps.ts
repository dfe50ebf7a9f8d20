import type { ContentItem } from '../../../wire/record.ts'
import { decodeGaps, type Gap } from '../../content/gap.ts'
import { namesOf, withName } from '../../templates/item-names.ts'
import type { Template } from '../../templates/template.ts'
import type { CampaignBlank, CampaignGap } from '../campaign.ts'
import type { GapRow } from './gaps-sql.ts'

const mostExamples = 5

/** Sums, by item of the template, in how many of a campaign's records it is empty or falls back to its default. */
export function sumGaps(rows: readonly GapRow[], template: Template | undefined): CampaignGap[] {
  const byItem = new Map<string, CampaignGap>()
  for (const { gaps, count, examples } of rows)
    for (const gap of decodeGaps(gaps).gaps) {
      const sum = sumOf(byItem, gap, examples)
      if (gap.empty) sum.empty += count
      if (gap.byDefault) sum.byDefault += count
    }
  const names = namesOf(template)
  return [...byItem.values()]
    .map((gap) => withName(gap, names.content(gap)))
    .sort((one, other) => one.index - other.index)
}

/** What a gap is of: an item that another version of the template had in its place is another. */
function keyOf({ index, selector, type }: Pick<Gap, 'index' | 'selector' | 'type'>): string {
  return `${index} ${type} ${selector}`
}

/** The sum of an item, with more examples of the people concerned. */
function sumOf(
  byItem: Map<string, CampaignGap>,
  item: Pick<Gap, 'index' | 'selector' | 'type'>,
  examples: string[],
): CampaignGap {
  const { index, selector, type } = item
  const key = keyOf(item)
  const sum = byItem.get(key) ?? { index, selector, type, empty: 0, byDefault: 0, examples: [] }
  sum.examples = [...new Set([...sum.examples, ...examples])].filter(Boolean).slice(0, mostExamples)
  byItem.set(key, sum)
  return sum
}

const mostReadings = 5
const longestReading = 300

/** Sums the blanks of a campaign's records by item of the template, with an example of the text. */
export function sumBlanks(
  rows: readonly (GapRow & { content: string })[],
  template: Template | undefined,
): CampaignBlank[] {
  const byItem = new Map<string, CampaignBlank>()
  for (const { gaps, count, examples, content } of rows) {
    const items = JSON.parse(content) as ContentItem[]
    for (const blank of decodeGaps(gaps).blanks) {
      const { index, selector, type, position } = blank
      const key = keyOf(blank)
      const reads = shortened(items[position]?.payload ?? '')
      const sum = byItem.get(key) ?? { index, selector, type, people: 0, reads, examples: [] }
      sum.people += count
      sum.examples = [...sum.examples, ...examples.filter(Boolean)].slice(0, mostReadings)
      byItem.set(key, sum)
    }
  }
  const names = namesOf(template)
  return [...byItem.values()]
    .map((blank) => withName(blank, names.content(blank)))
    .sort((one, other) => one.index - other.index)
}

function shortened(text: string): string {
  return text.length > longestReading ? `${text.slice(0, longestReading).toWellFormed()}…` : text
}
