import pLimit from 'p-limit'
import { valuesIn } from '../../../wire/values-in-text.ts'
import type { Database } from '../../base/database/database.ts'
import type { GuardOptions } from '../../base/net/address-guard.ts'
import { guardedFetch } from '../../base/net/guarded-fetch.ts'
import { decodeGaps, type Gap } from '../../content/gap.ts'
import { isSameItem, namesOf, type Template, withName } from '../../templates/template.ts'
import type { CampaignBlank, CampaignGap, CampaignPictures } from '../campaign.ts'
import type { CampaignKey } from '../sql.ts'
import { type LackingRow, listPictures } from './sql.ts'

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

const askedAtOnce = 12
const timeoutMs = 5000
/** No picture is asked for later than this. */
const totalMs = 10_000

/**
 * Asks for each different picture of a campaign's pages, and returns those that do not exist. A server that does not answer,
 * or does not say, counts as one that has the picture.
 *
 * @param page the template's, from which addresses are meant
 */
export async function findBrokenPictures(
  db: Database,
  key: CampaignKey,
  page: string | undefined,
  options: GuardOptions,
): Promise<CampaignPictures> {
  const pictures = (await listPictures(db, key)).flatMap(({ payload, people }) => {
    const url = URL.parse(payload, page)
    return url && /^https?:$/.test(url.protocol) ? [{ url: url.href, people }] : []
  })
  const until = performance.now() + totalMs
  const limit = pLimit(askedAtOnce)
  const answers = await Promise.all(
    pictures.map(({ url }) =>
      limit(async () => (performance.now() < until ? await isBroken(url, options) : undefined)),
    ),
  )
  return {
    asked: answers.filter((answer) => answer !== undefined).length,
    broken: pictures.filter((_, at) => answers[at]),
  }
}

const headers = {
  accept: 'image/*,*/*;q=0.5',
  range: 'bytes=0-0',
  'user-agent': 'Mozilla/5.0 (compatible; Motif)',
}

/** Asks for the first byte. Many servers answer with a page if there is no picture. */
async function isBroken(url: string, options: GuardOptions): Promise<boolean> {
  try {
    const response = await guardedFetch(url, { headers }, { ...options, timeoutMs, maxRedirects: 5 })
    await response.body?.cancel()
    const type = response.headers.get('content-type') ?? ''
    const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)
    return response.status === 404 || response.status === 410 || (response.ok && isPage)
  } catch {
    return false
  }
}
