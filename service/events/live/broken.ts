import type { Database } from '../../base/database/database.ts'
import { listMissingPictures } from '../../campaigns/pictures/missing-sql.ts'
import { listPageStates } from '../../templates/page-state-sql.ts'
import { reportLetters } from '../tally.ts'
import type { Broken, BrokenItem } from '../today.ts'
import { listGivenUp, listReportedVisits, type ReportedVisit } from '../today-sql.ts'
import { mendingOf, pageFaults, type WatchedPage } from './page-faults.ts'

/** So many of the latest visits of each template are looked at. */
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

/** Counts the visits by fault: the same item of one template is one fault. What is mended is left out. */
function sumBroken(visits: ReportedVisit[], holds: ReturnType<typeof mendingOf>): BrokenItem[] {
  const looked = Map.groupBy(visits, ({ template }) => template)
  return [...looked]
    .flatMap(([template, of]) => faultsIn(of, holds).map((fault) => ({ ...fault, template, of: of.length })))
    .sort((a, b) => b.visits - a.visits)
}

/** The faults in the visits of one template, the newest first. */
function faultsIn(
  visits: ReportedVisit[],
  holds: ReturnType<typeof mendingOf>,
): Omit<BrokenItem, 'template' | 'of'>[] {
  /** By item and kind of trouble, the letters of the visits that had this item. */
  const items = new Map<string, { item: Pick<BrokenItem, 'selector' | 'type'>; letters: string[] }>()
  for (const visit of visits)
    for (const [index, { selector, type }] of visit.content.entries()) {
      const letter = visit.report[index] ?? ''
      if (letter in kinds && !holds(visit, { selector, type })) continue
      const key = JSON.stringify([type, selector])
      const found = items.get(key) ?? { item: { selector, type }, letters: [] }
      found.letters.push(letter)
      items.set(key, found)
    }
  return [...items.values()].flatMap(({ item, letters }) =>
    Object.entries(kinds).flatMap(([letter, kind]) => {
      const isFaulty = letters.map((each) => each === letter)
      const faulty = isFaulty.filter(Boolean).length
      return faulty > 0 && !isMended(isFaulty) ? [{ ...item, kind, visits: faulty }] : []
    }),
  )
}

/** Fewer good visits than this say nothing. */
const leastGood = 3
/** A row of good visits that is less likely than this, if nothing has changed, means that the fault is mended. */
const leastLikely = 0.05

/**
 * Whether so many good visits came last that the fault is gone. While it was there, it was in a share of the visits: if in each, three
 * good ones are enough; if in every second, five are needed.
 *
 * @param isFaulty of each visit, the newest first; at least one is
 */
function isMended(isFaulty: boolean[]): boolean {
  const good = isFaulty.indexOf(true)
  const since = isFaulty.slice(good, isFaulty.lastIndexOf(true) + 1)
  const share = since.filter(Boolean).length / since.length
  return good >= leastGood && (1 - share) ** good < leastLikely
}

/** A receiver's address without its path and query, which may be secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}
