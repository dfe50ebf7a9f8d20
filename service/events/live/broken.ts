import type { Database } from '../../base/database/database.ts'
import type { PageState } from '../../templates/page-state.ts'
import { listPageStates } from '../../templates/page-state-sql.ts'
import { reportLetters } from '../tally.ts'
import type { Broken, BrokenItem, SeveralElements } from '../today.ts'
import { listFailingWebhooks, listGivenUp, listReportedVisits, type ReportedVisit } from '../today-sql.ts'

/** So many later visits of people without a trouble end it: of each template, that many of the latest are looked at. */
const visitsLooked = 20
const daysLooked = 30

/** What is broken now: pages, items in the latest visits, receivers of callbacks. */
export async function readBroken(db: Database, organization: string): Promise<Broken[]> {
  const pages = await listPageStates(db, organization)
  const visits = await listReportedVisits(db, organization, { days: daysLooked, each: visitsLooked })
  const inVisits = visitFaults(visits, pages)
  const onPages = pages.flatMap((page) => pageFaults(page, visits))
  const callbacks = await listGivenUp(db, organization)
  const webhooks = await listFailingWebhooks(db, organization)
  return [
    ...inVisits.map((fault) => ({ ...fault, ...checkedOf(onPages.find((other) => isSame(fault, other))) })),
    ...onPages.filter((fault) => !inVisits.some((known) => isSame(known, fault))),
    ...callbacks.map((each) => ({ kind: 'callback' as const, ...withoutNull(each) })),
    ...webhooks.map((each) => ({ kind: 'webhook' as const, ...withoutNull(each) })),
  ]
}

function withoutNull<T extends { error: string | null }>({ error, ...fault }: T) {
  return { ...fault, ...(error && { error }) }
}

function isSame(one: BrokenItem, other: Broken): boolean {
  return one.kind === other.kind && one.template === other.template && isItem(one)(other)
}

function checkedOf(same: Broken | undefined): Pick<BrokenItem, 'checkedAt'> {
  return same?.kind === 'missing' && same.checkedAt ? { checkedAt: same.checkedAt } : {}
}

interface Item {
  selector: string
  type: string
}

const isItem = (one: Item) => (other: Item) => one.selector === other.selector && one.type === other.type

/** The page of a template, as its checks found it. */
type WatchedPage = PageState & { template: string }

const kinds: Record<string, BrokenItem['kind'] | undefined> = {
  [reportLetters.missing]: 'missing',
  [reportLetters.refused]: 'refused',
}

/** In how many of the latest visits an item had a trouble, unless a check has found it on the page again since. */
function visitFaults(visits: readonly ReportedVisit[], pages: readonly WatchedPage[]): BrokenItem[] {
  const faults = new Map<string, BrokenItem>()
  const ofTemplate = Map.groupBy(visits, ({ template }) => template)
  for (const { template, content, report, beganAt } of visits)
    for (const [index, { selector, type }] of content.entries()) {
      const kind = kinds[report[index] ?? '']
      const page = pages.find((each) => each.template === template)
      const onPage = page?.items.find(isItem({ selector, type }))
      const mendedAt = onPage && onPage.state !== 'missing' ? onPage.since : 0
      if (!kind || beganAt.getTime() <= mendedAt) continue
      const key = JSON.stringify([kind, template, selector, type])
      const of = ofTemplate.get(template)?.length ?? 0
      const fault = faults.get(key) ?? { kind, template, selector, type, visits: 0, of }
      faults.set(key, { ...fault, visits: fault.visits + 1 })
    }
  return [...faults.values()].sort((a, b) => b.visits - a.visits)
}

/** What the checks of a page found, unless enough later visits had no such trouble. */
function pageFaults(page: WatchedPage, visits: readonly ReportedVisit[]): Broken[] {
  const { template, goneSince, items, checkedAt: checked } = page
  const checkedAt = new Date(checked).toISOString()
  const laterThan = (since: number) =>
    visits.filter((visit) => visit.template === template && visit.beganAt.getTime() > since)
  const isOver = (since: number) => laterThan(since).length >= visitsLooked
  const about = { kind: 'page', template, page: page.page, checkedAt } as const
  if (goneSince !== undefined) return isOver(goneSince) ? [] : [{ ...about, what: 'gone' }]
  const faults = items.flatMap((item): (BrokenItem | SeveralElements)[] => {
    const { selector, type, state, since, matches = 0 } = item
    const reported = laterThan(since).flatMap(
      ({ content, report }) => report[content.findIndex(isItem(item))] ?? [],
    )
    if (reported.length >= visitsLooked && !reported.some((letter) => letter in kinds)) return []
    const where = { template, selector, type, checkedAt }
    if (state === 'several') return [{ kind: 'several', ...where, matches }]
    return state === 'missing' ? [{ kind: 'missing', ...where, visits: 0, of: 0 }] : []
  })
  const isUntagged = page.tag === 'none' && items.length > 0 && !isOver(page.tagSince)
  return isUntagged ? [{ ...about, what: 'no-tag' }, ...faults] : faults
}
