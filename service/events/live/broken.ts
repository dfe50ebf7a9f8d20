import type { ContentItem } from '../../../wire/record.ts'
import type { Database } from '../../base/database/database.ts'
import { type BrokenPictureRow, listMissingPictures } from '../../campaigns/pictures/missing-sql.ts'
import type { ReportTally } from '../results-sql.ts'
import type { Broken, BrokenItem, BrokenPicture } from '../today.ts'
import { type BrokenRow, listBroken, listGivenUp } from '../today-sql.ts'

/** How many records are examined. */
const mostBroken = 200

/** What was broken in the last `days`: items, pictures, receivers of callbacks. */
export async function readBroken(db: Database, organization: string, days: number): Promise<Broken[]> {
  const rows = await listBroken(db, organization, { days, most: mostBroken })
  const callbacks = await listGivenUp(db, organization)
  return [
    ...sumBroken(rows),
    ...(await listMissingPictures(db, organization)).map(toBrokenPicture),
    ...callbacks.map(({ url, deliveries, error }) => ({
      kind: 'callback' as const,
      url: hostOf(url),
      deliveries,
      ...(error && { error }),
    })),
  ]
}

function toBrokenPicture({ content, position, ...row }: BrokenPictureRow): BrokenPicture {
  const payload = (JSON.parse(content) as ContentItem[])[position]?.payload ?? ''
  return { kind: 'picture', ...row, url: payload }
}

/** Sums the visits by fault: the same item of one template is one fault. */
function sumBroken(rows: BrokenRow[]): BrokenItem[] {
  const faults = new Map<string, BrokenItem>()
  for (const { template, content, report } of rows) {
    content.forEach(({ selector, type }, index) => {
      const [, missing, refused] = report[index] ?? noReport
      for (const [kind, visits] of [['missing', missing] as const, ['refused', refused] as const]) {
        if (visits === 0) continue
        const key = JSON.stringify([kind, template, type, selector])
        const fault = faults.get(key) ?? { kind, template, selector, type, visits: 0 }
        faults.set(key, { ...fault, visits: fault.visits + visits })
      }
    })
  }
  return [...faults.values()].sort((a, b) => b.visits - a.visits)
}

const noReport: ReportTally = [0, 0, 0, 0]

/** A receiver's address without its path and query, which may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}
