import type { ContentItem } from '../../wire/record.ts'
import type { CampaignGap, MissingPictures } from '../model/campaign.ts'
import type { Gap } from '../model/gap.ts'
import { decodeGaps } from '../store/gap-codec.ts'
import type { MissingExample, MissingRow } from '../store/pictures.ts'
import type { GapRow } from '../store/places.ts'
import type { Template } from '../templates/template.ts'
import { pictureUrl } from './pictures/picture-urls.ts'

const mostExamples = 5

/** What of a campaign's records is empty, falls back, or shows a picture that does not exist, by the items of the template. */
export function sumGaps(
  rows: readonly GapRow[],
  missing: readonly MissingRow[],
  template: Template | undefined,
): CampaignGap[] {
  const byItem = new Map<string, CampaignGap>()
  for (const { gaps, count, examples } of rows)
    for (const gap of decodeGaps(gaps)) add(byItem, gap, count, examples)
  for (const row of missing) addMissing(byItem, row, template)
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

function addMissing(
  byItem: Map<string, CampaignGap>,
  { item: index, people, examples }: MissingRow,
  template: Template | undefined,
): void {
  const item = template?.content[index]
  if (item?.type !== 'src') return
  const { selector, type } = item
  const key = `${index} ${type} ${selector}`
  const sum = byItem.get(key) ?? { index, selector, type, empty: 0, byDefault: 0, examples: [] }
  const shown = examples.flatMap((example) => toExample(example, template?.page))
  const all = [...sum.examples, ...shown.map(({ person }) => person)]
  sum.examples = [...new Set(all)].filter(Boolean).slice(0, mostExamples)
  byItem.set(key, { ...sum, missing: { people, examples: shown } })
}

function toExample(example: MissingExample, page: string | undefined): MissingPictures['examples'] {
  const url = urlOfPicture(example, page)
  return url === undefined ? [] : [{ person: example.person, url }]
}

/** The address of a picture in a record's content; undefined where it has none any more. */
export function urlOfPicture(
  { content, position }: Pick<MissingExample, 'content' | 'position'>,
  page: string | undefined,
): string | undefined {
  const item = (JSON.parse(content) as ContentItem[])[position]
  return item?.type === 'src' ? pictureUrl(item.payload, page) : undefined
}
