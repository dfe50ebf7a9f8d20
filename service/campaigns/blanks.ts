import type { ContentItem } from '../../wire/record.ts'
import { decodeBlanks } from '../content/gap-codec.ts'
import { namesOf, withName } from '../templates/item-names.ts'
import type { Template } from '../templates/template.ts'
import type { CampaignBlank } from './campaign.ts'
import type { GapRow } from './gaps-sql.ts'

const mostExamples = 5
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
      sum.examples = [...sum.examples, ...examples.filter(Boolean)].slice(0, mostExamples)
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
