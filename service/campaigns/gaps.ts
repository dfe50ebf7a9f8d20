import type { CampaignGap } from '../model/campaign.ts'
import type { Gap } from '../model/gap.ts'
import { decodeGaps } from '../store/gap-codec.ts'
import type { GapRow } from '../store/places.ts'

const mostExamples = 5

/** What of a campaign's records is empty or falls back, by the items of the template. */
export function sumGaps(rows: readonly GapRow[]): CampaignGap[] {
  const byItem = new Map<string, CampaignGap>()
  for (const { gaps, count, examples } of rows)
    for (const gap of decodeGaps(gaps)) add(byItem, gap, count, examples)
  return [...byItem.values()].sort((one, other) => one.index - other.index)
}

function add(byItem: Map<string, CampaignGap>, gap: Gap, count: number, examples: string[]): void {
  const { index, selector, type, empty, byDefault } = gap
  const key = `${index} ${type} ${selector}`
  const sum = byItem.get(key) ?? { index, selector, type, empty: 0, byDefault: 0, examples: [] }
  if (empty) sum.empty += count
  if (byDefault) sum.byDefault += count
  sum.examples = [...new Set([...sum.examples, ...examples])].filter(Boolean).slice(0, mostExamples)
  byItem.set(key, sum)
}
