import type { Database } from '../../base/database/database.ts'
import { listMissingPictures } from '../../campaigns/pictures/missing-sql.ts'
import { listPageStates } from '../../templates/page-state-sql.ts'
import { reportLetters } from '../tally.ts'
import type { Broken, BrokenItem } from '../today.ts'
import { listGivenUp, listReportedVisits, type ReportedVisit } from '../today-sql.ts'
import { mendingOf, pageFaults, type WatchedPage } from './page-faults.ts'

/** A fault is gone once so many later visits of its template had no such trouble. */
const visitsLooked = 20
/** For so many days a visit says that what was found on a page is no trouble to people. */
const visitsRemembered = 90

/** What is broken now: pages, items in the latest visits of the last `days`, pictures, receivers of callbacks. */
export async function readBroken(db: Database, organization: string, days: number): Promise<Broken[]> {
  const pages = await listPageStates(db, organization)
  const visits = await listReportedVisits(db, organization, { days, each: visitsLooked })
  const onPages = await readPageFaults(db, organization, pages)
  const inVisits = sumBroken(visits, mendingOf(pages))
  const { pictures, more } = await listMissingPictures(db, organization)
  const callbacks = await listGivenUp(db, organization)
  return [
    ...inVisits.map((fault) => ({ ...fault, ...checkedOf(fault, onPages) })),
    ...onPages.filter((fault) => !inVisits.some((known) => isSame(known, fault))),
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

/** What the checks of pages found, but for what visits say is no trouble. */
async function readPageFaults(
  db: Database,
  organization: string,
  pages: readonly WatchedPage[],
): Promise<Broken[]> {
  const visits =
    pages.length === 0
      ? []
      : await listReportedVisits(db, organization, { days: visitsRemembered, each: visitsLooked })
  return pageFaults(pages, visits, visitsLooked)
}

function isSame(one: BrokenItem, other: Broken): boolean {
  return (
    one.kind === other.kind &&
    one.template === other.template &&
    one.selector === other.selector &&
    one.type === other.type
  )
}

function checkedOf(fault: BrokenItem, onPages: readonly Broken[]): Pick<BrokenItem, 'checkedAt'> {
  const same = onPages.find((other) => isSame(fault, other))
  return same?.kind === 'missing' && same.checkedAt !== undefined ? { checkedAt: same.checkedAt } : {}
}

const kinds = { [reportLetters.missing]: 'missing', [reportLetters.refused]: 'refused' } as const

/** Counts the visits by fault: the same item of one template is one fault. */
function sumBroken(visits: ReportedVisit[], holds: ReturnType<typeof mendingOf>): BrokenItem[] {
  const faults = new Map<string, BrokenItem>()
  const looked = Map.groupBy(visits, ({ template }) => template)
  for (const visit of visits) {
    const { template, content, report } = visit
    for (const [index, { selector, type }] of content.entries()) {
      const kind = kinds[report[index] as keyof typeof kinds]
      if (!kind || !holds(visit, { selector, type })) continue
      const key = JSON.stringify([kind, template, type, selector])
      const of = looked.get(template)?.length ?? 0
      const fault = faults.get(key) ?? { kind, template, selector, type, visits: 0, of }
      faults.set(key, { ...fault, visits: fault.visits + 1 })
    }
  }
  return [...faults.values()].sort((a, b) => b.visits - a.visits)
}

/** A receiver's address without its path and query, which may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}
