import type { ContentItem } from '../../wire/record.ts'
import { decodeBlanks, decodeGaps, type Gap } from '../content/gap.ts'
import { namesOf, withName } from '../templates/item-names.ts'
import type { Template } from '../templates/template.ts'
import type { CampaignBlank, CampaignGap } from './campaign.ts'
import type { GapRow, IndustryRow } from './gaps-sql.ts'
import type { MissingIndustryRow, MissingRow } from './pictures/missing-sql.ts'

const mostExamples = 5
const mostIndustries = 3

/** What is known of a campaign's gaps. */
interface KnownGaps {
  rows: readonly GapRow[]
  missing: readonly MissingRow[]
  missingIndustries: readonly MissingIndustryRow[]
  industries: readonly IndustryRow[]
}

/** The people concerned by the gaps of an item, by their industry. */
type Concerned = Map<CampaignGap, Map<string, number>>

/**
 * Sums, by item of the template, in how many of a campaign's records it is empty, falls back to its default, or shows a
 * picture that does not exist.
 */
export function sumGaps(
  { rows, missing, missingIndustries, industries }: KnownGaps,
  template: Template | undefined,
): CampaignGap[] {
  const byItem = new Map<string, CampaignGap>()
  const concerned: Concerned = new Map()
  for (const { gaps, industry, count, examples } of rows)
    for (const gap of decodeGaps(gaps)) {
      const sum = sumOf(byItem, gap, examples)
      if (gap.empty) sum.empty += count
      if (gap.byDefault) sum.byDefault += count
      if (industry) concern(concerned, sum, industry, count)
    }
  for (const row of missing) {
    const sum = addMissing(byItem, row, template)
    for (const { item, industry, people } of sum ? missingIndustries : [])
      if (sum && item === row.item) concern(concerned, sum, industry, people)
  }
  const names = namesOf(template)
  return [...byItem.values()]
    .map((gap) => ({
      ...withName(gap, names.content(gap)),
      ...mostConcerned(concerned.get(gap), industries),
    }))
    .sort((one, other) => one.index - other.index)
}

function concern(concerned: Concerned, gap: CampaignGap, industry: string, count: number): void {
  const people = concerned.get(gap) ?? new Map<string, number>()
  people.set(industry, (people.get(industry) ?? 0) + count)
  concerned.set(gap, people)
}

/** The industries that a gap is about: what concerns each of them equally is about none. */
function mostConcerned(
  people: Map<string, number> = new Map(),
  industries: readonly IndustryRow[],
): Pick<CampaignGap, 'industries'> {
  const half = industries
    .map(({ industry, people: of }) => ({ industry, people: people.get(industry) ?? 0, of }))
    .filter((one) => one.people * 2 >= one.of)
    .sort((one, other) => other.people - one.people || (one.industry < other.industry ? -1 : 1))
  const isAboutSome = half.length > 0 && half.length < industries.length
  return isAboutSome ? { industries: half.slice(0, mostIndustries) } : {}
}

function addMissing(
  byItem: Map<string, CampaignGap>,
  { item: index, people: count, pictures, examples }: MissingRow,
  template: Template | undefined,
): CampaignGap | undefined {
  const item = template?.content[index]
  if (item?.type !== 'src') return undefined
  const people = examples.map(({ person }) => person)
  const sum = sumOf(byItem, { index, selector: item.selector, type: item.type }, people)
  sum.missing = { people: count, pictures, examples }
  return sum
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
