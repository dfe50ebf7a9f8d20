import type { CheckedItem, PageState } from '../../templates/page-state.ts'
import { reportLetters } from '../tally.ts'
import type { Broken, BrokenItem, BrokenPage, SeveralElements } from '../today.ts'
import type { ReportedVisit } from '../today-sql.ts'

/** The page of a template, as its checks found it. */
export type WatchedPage = PageState & { template: string }

/**
 * What is wrong with pages, but for what visits of people contradict: `enough` later ones had no such trouble, or it is
 * about what the HTML never had, and a visit did: then scripts of the page make it.
 */
export function pageFaults(
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
export function mendingOf(
  pages: readonly WatchedPage[],
): (visit: ReportedVisit, item: { selector: string; type: string }) => boolean {
  const mended = new Map(
    pages.flatMap(({ template, items }) =>
      items.map(({ selector, type, mendedAt = 0 }) => [keyOf(template, { selector, type }), mendedAt]),
    ),
  )
  return ({ template, beganAt }, item) => beganAt.getTime() > (mended.get(keyOf(template, item)) ?? 0)
}

function keyOf(template: string, { selector, type }: { selector: string; type: string }): string {
  return JSON.stringify([template, type, selector])
}

function wholePageFault(
  { template, page, goneSince, tag, tagSince, wasTagged, checkedAt, items }: WatchedPage,
  visits: readonly ReportedVisit[],
  enough: number,
): BrokenPage | undefined {
  const about = { kind: 'page', template, page, checkedAt: new Date(checkedAt).toISOString() } as const
  if (goneSince !== undefined)
    return laterThan(visits, goneSince).length >= enough ? undefined : { ...about, what: 'gone' }
  if (tagSince === undefined || items.length === 0) return undefined
  if (laterThan(visits, tagSince).length >= enough) return undefined
  if (tag === 'none' && !wasTagged && visits.length > 0) return undefined
  return { ...about, what: tag === 'none' ? 'no-tag' : 'older-tag' }
}

function itemFault(
  { template, checkedAt, goneSince }: WatchedPage,
  { selector, type, state, since, usual, matches = 0 }: CheckedItem,
  visits: readonly ReportedVisit[],
  enough: number,
): BrokenItem | SeveralElements | undefined {
  if (since === undefined || goneSince !== undefined) return undefined
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
