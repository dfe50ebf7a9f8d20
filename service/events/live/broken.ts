import type { Database } from '../../base/database/database.ts'
import type { CheckedItem, PageState } from '../../templates/page-state.ts'
import { listPageStates } from '../../templates/page-state-sql.ts'
import { reportLetters } from '../tally.ts'
import type { Broken, BrokenItem, BrokenPage, SeveralElements } from '../today.ts'
import { listFailingWebhooks, listGivenUp, listReportedVisits, type ReportedVisit } from '../today-sql.ts'

/** So many of the latest visits of each template are looked at. */
const visitsLooked = 20
/** For so many days a visit says that what was found on a page is no trouble to people. */
const visitsRemembered = 90

/** What is broken now: pages, items in the latest visits of the last `days`, receivers of callbacks. */
export async function readBroken(db: Database, organization: string, days: number): Promise<Broken[]> {
  const pages = await listPageStates(db, organization)
  const visits = await listReportedVisits(db, organization, { days, each: visitsLooked })
  const onPages = await readPageFaults(db, organization, pages)
  const inVisits = sumBroken(visits, mendingOf(pages))
  const callbacks = (await listGivenUp(db, organization)).map((each) => ({
    kind: 'callback' as const,
    ...each,
  }))
  const webhooks = (await listFailingWebhooks(db, organization)).map((each) => ({
    kind: 'webhook' as const,
    ...each,
  }))
  return [
    ...inVisits.map((fault) => ({ ...fault, ...checkedOf(fault, onPages) })),
    ...onPages.filter((fault) => !inVisits.some((known) => isSame(known, fault))),
    ...[...callbacks, ...webhooks].map(({ error, ...fault }) => ({ ...fault, ...(error && { error }) })),
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

/** The page of a template, as its checks found it. */
type WatchedPage = PageState & { template: string }

/**
 * What is wrong with pages, but for what visits of people contradict: `enough` later ones had no such trouble, or it is
 * about what the HTML never had, and a visit did: then scripts of the page make it.
 */
function pageFaults(
  pages: readonly WatchedPage[],
  visits: readonly ReportedVisit[],
  enough: number,
): Broken[] {
  const byTemplate = Map.groupBy(visits, ({ template }) => template)
  return pages.flatMap((page) => {
    const ofPage = byTemplate.get(page.template) ?? []
    const faults: Broken[] = page.items.flatMap((item) => itemFault(page, item, ofPage, enough) ?? [])
    const whole = wholePageFault(page, ofPage, enough)
    return whole ? [whole, ...faults] : faults
  })
}

/** Whether what a visit says of an item still holds: not if the item was found on the page again since. */
function mendingOf(
  pages: readonly WatchedPage[],
): (visit: ReportedVisit, item: { selector: string; type: string }) => boolean {
  const mended = new Map(
    pages.flatMap(({ template, items }) =>
      items.map(({ selector, type, state, since }) => [
        keyOf(template, { selector, type }),
        state === 'missing' ? 0 : since,
      ]),
    ),
  )
  return ({ template, beganAt }, item) => beganAt.getTime() > (mended.get(keyOf(template, item)) ?? 0)
}

function keyOf(template: string, { selector, type }: { selector: string; type: string }): string {
  return JSON.stringify([template, type, selector])
}

function wholePageFault(
  { template, page, goneSince, tag, tagSince, checkedAt, items }: WatchedPage,
  visits: readonly ReportedVisit[],
  enough: number,
): BrokenPage | undefined {
  const about = { kind: 'page', template, page, checkedAt: new Date(checkedAt).toISOString() } as const
  if (goneSince !== undefined)
    return laterThan(visits, goneSince).length >= enough ? undefined : { ...about, what: 'gone' }
  if (tag !== 'none' || items.length === 0 || laterThan(visits, tagSince).length >= enough) return undefined
  return { ...about, what: 'no-tag' }
}

function itemFault(
  { template, checkedAt, goneSince }: WatchedPage,
  { selector, type, state, since, usual, matches = 0 }: CheckedItem,
  visits: readonly ReportedVisit[],
  enough: number,
): BrokenItem | SeveralElements | undefined {
  if (goneSince !== undefined) return undefined
  const letters = (of: readonly ReportedVisit[]) =>
    of.flatMap(({ content, report }) => {
      const index = content.findIndex((item) => item.selector === selector && item.type === type)
      return report[index] ?? []
    })
  const later = letters(laterThan(visits, since))
  const isTrouble = (letter: string) => letter === reportLetters.missing || letter === reportLetters.refused
  if (later.length >= enough && !later.some(isTrouble)) return undefined
  const about = { template, selector, type, checkedAt: new Date(checkedAt).toISOString() }
  if (state === 'several') return { kind: 'several', ...about, matches }
  if (state !== 'missing') return undefined
  if (usual === undefined && letters(visits).includes(reportLetters.applied)) return undefined
  return { kind: 'missing', ...about, visits: 0, of: 0 }
}

function laterThan(visits: readonly ReportedVisit[], time: number): ReportedVisit[] {
  return visits.filter(({ beganAt }) => beganAt.getTime() > time)
}
