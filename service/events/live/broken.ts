import type { Database } from '../../base/database/database.ts'
import { listMissingPictures } from '../../campaigns/pictures/missing-sql.ts'
import { reportLetters } from '../tally.ts'
import type { Broken, BrokenItem } from '../today.ts'
import { listGivenUp, listReportedVisits, type ReportedVisit } from '../today-sql.ts'

/** A fault is gone once so many later visits of its template had no such trouble. */
const visitsLooked = 20

/** What is broken now: items in the latest visits of the last `days`, pictures, receivers of callbacks. */
export async function readBroken(db: Database, organization: string, days: number): Promise<Broken[]> {
  const visits = await listReportedVisits(db, organization, { days, each: visitsLooked })
  const { pictures, more } = await listMissingPictures(db, organization)
  const callbacks = await listGivenUp(db, organization)
  return [
    ...sumBroken(visits),
    ...pictures.map((picture) => ({ kind: 'picture' as const, ...picture })),
    ...(more > 0 ? [{ kind: 'more-pictures' as const, pictures: more }] : []),
    ...callbacks.map(({ url, deliveries, error }) => ({
      kind: 'callback' as const,
      url: hostOf(url),
      deliveries,
      ...(error && { error }),
    })),
  ]
}

const kinds = { [reportLetters.missing]: 'missing', [reportLetters.refused]: 'refused' } as const

/** Counts the visits by fault: the same item of one template is one fault. */
function sumBroken(visits: ReportedVisit[]): BrokenItem[] {
  const faults = new Map<string, BrokenItem>()
  const looked = Map.groupBy(visits, ({ template }) => template)
  for (const { template, content, report } of visits)
    for (const [index, { selector, type }] of content.entries()) {
      const kind = kinds[report[index] as keyof typeof kinds]
      if (!kind) continue
      const key = JSON.stringify([kind, template, type, selector])
      const of = looked.get(template)?.length ?? 0
      const fault = faults.get(key) ?? { kind, template, selector, type, visits: 0, of }
      faults.set(key, { ...fault, visits: fault.visits + 1 })
    }
  return [...faults.values()].sort((a, b) => b.visits - a.visits)
}

/** A receiver's address without its path and query, which may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}
