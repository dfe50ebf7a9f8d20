import type { ContentItem } from '../../wire/record.ts'
import { valuesIn } from '../../wire/values-in-text.ts'
import { decodeBlanks, decodeGaps, type Gap } from '../content/gap.ts'
import { namesOf, withName } from '../templates/item-names.ts'
import type { Template } from '../templates/template.ts'
import type { CampaignBlank, CampaignGap } from './campaign.ts'
import type { GapIndustryRow, GapRow, IndustryRow } from './gaps-sql.ts'
import type { MissingIndustryRow, MissingRow } from './pictures/missing-sql.ts'

const mostExamples = 5
const mostIndustries = 3

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
    for (const gap of decodeGaps(gaps)) {
      const sum = sumOf(byItem, gap, examples)
      if (gap.empty) sum.empty += count
      if (gap.byDefault) sum.byDefault += count
    }
  for (const row of missing) addMissing(byItem, row, template)
  const names = namesOf(template)
  return [...byItem.values()]
    .map((gap) => withName(gap, names.content(gap)))
    .sort((one, other) => one.index - other.index)
}

/** The people of a campaign by industry: all of them, those with the same gaps, and those who lack a picture. */
interface KnownIndustries {
  all: readonly IndustryRow[]
  gaps: readonly GapIndustryRow[]
  missing: readonly MissingIndustryRow[]
}

/** Adds to each gap the industries that it is about, and the values that its item depends on. */
export function withIndustries(
  gaps: CampaignGap[],
  { all, gaps: rows, missing }: KnownIndustries,
  template: Template | undefined,
): CampaignGap[] {
  /** By item, and by industry: how many people its gaps concern. */
  const concerned = new Map<string, Map<string, number>>()
  const concern = (key: string, industry: string, count: number) => {
    const people = concerned.get(key) ?? new Map<string, number>()
    people.set(industry, (people.get(industry) ?? 0) + count)
    concerned.set(key, people)
  }
  for (const { gaps, industry, people } of rows)
    for (const gap of decodeGaps(gaps)) concern(keyOf(gap), industry, people)
  for (const gap of gaps)
    for (const { item, industry, people } of gap.missing ? missing : [])
      if (item === gap.index) concern(keyOf(gap), industry, people)
  return gaps.map((gap) => ({
    ...gap,
    ...valuesOf(gap, template),
    ...mostConcerned(concerned.get(keyOf(gap)), all),
  }))
}

/** The values of a person that the item of a gap names, in their order. */
function valuesOf(
  { index, selector, type }: CampaignGap,
  template: Template | undefined,
): Pick<CampaignGap, 'values'> {
  const item = template?.content[index]
  if (item?.selector !== selector || item.type !== type) return {}
  const texts = [item.payload, item.write, ...(item.for ?? []).map(({ payload }) => payload)]
  const sources = texts.flatMap((text) => [...(text?.values() ?? [])].map(({ source }) => source))
  const values = valuesIn(sources.join('\n'))
  return values.length > 0 ? { values } : {}
}

/** The industries that a gap is about: what concerns half of each or more is about none. */
function mostConcerned(
  people: Map<string, number> = new Map(),
  all: readonly IndustryRow[],
): Pick<CampaignGap, 'industries'> {
  const half = all
    .map(({ industry, people: of }) => ({ industry, people: people.get(industry) ?? 0, of }))
    .filter((one) => one.people * 2 >= one.of)
    .sort((one, other) => other.people - one.people || (one.industry < other.industry ? -1 : 1))
  const isAboutSome = half.length > 0 && half.length < all.length
  return isAboutSome ? { industries: half.slice(0, mostIndustries) } : {}
}

function addMissing(
  byItem: Map<string, CampaignGap>,
  { item: index, people: count, pictures, examples }: MissingRow,
  template: Template | undefined,
): void {
  const item = template?.content[index]
  if (item?.type !== 'src') return
  const people = examples.map(({ person }) => person)
  const sum = sumOf(byItem, { index, selector: item.selector, type: item.type }, people)
  sum.missing = { people: count, pictures, examples }
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
    for (const blank of decodeBlanks(gaps)) {
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
