import type { ContentItem } from '../../wire/record.ts'
import { decodeBlanks, decodeGaps, type Gap } from '../content/gap.ts'
import { namesOf, withName } from '../templates/item-names.ts'
import type { Template } from '../templates/template.ts'
import type { CampaignBlank, CampaignGap } from './campaign.ts'
import type { GapRow } from './gaps-sql.ts'
import type { MissingRow } from './pictures/missing-sql.ts'

const mostExamples = 5

/**
 * Sums, by item of the template, in how many of a campaign's records it is empty, falls back to its default, or shows a
 * picture that does not exist.
 */
export function sumGaps(
  rows: readonly GapRow[],
  missing: readonly MissingRow[],
  template: Template | undefined,
): CampaignGap[] {
  const byItem = new Map<string, CampaignGap>()
  for (const { gaps, count, examples } of rows)
    for (const gap of decodeGaps(gaps)) add(byItem, gap, count, examples)
  for (const row of missing) addMissing(byItem, row, template)
  const names = namesOf(template)
  return [...byItem.values()]
    .map((gap) => withName(gap, names.content(gap)))
    .sort((one, other) => one.index - other.index)
}

function add(byItem: Map<string, CampaignGap>, gap: Gap, count: number, examples: string[]): void {
  const sum = sumOf(byItem, gap, examples)
  if (gap.empty) sum.empty += count
  if (gap.byDefault) sum.byDefault += count
}

function addMissing(
  byItem: Map<string, CampaignGap>,
  { item: index, people: count, pictures, examples }: MissingRow,
  template: Template | undefined,
): void {
  const item = template?.content[index]
  if (item?.type !== 'src') return
  const people = examples.map(({ person }) => person)
  sumOf(byItem, { index, selector: item.selector, type: item.type }, people).missing = {
    people: count,
    pictures,
    examples,
  }
}

/** The sum of an item, with more examples of the people concerned. */
function sumOf(
  byItem: Map<string, CampaignGap>,
  { index, selector, type }: Pick<Gap, 'index' | 'selector' | 'type'>,
  examples: string[],
): CampaignGap {
  const key = `${index} ${type} ${selector}`
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
    for (const { index, selector, type, position } of decodeBlanks(gaps)) {
      const key = `${index} ${type} ${selector}`
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
