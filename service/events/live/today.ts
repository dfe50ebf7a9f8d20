import type { Database } from '../../base/database/database.ts'
import { ownerOf, parseAdditional } from '../../prospects/owner.ts'
import { type ItemNames, withName } from '../../templates/item-names.ts'
import type { Templates } from '../../templates/templates.ts'
import type { PresentRow, VisitedRecord } from '../presence-sql.ts'
import type { Broken, BrokenItem, Interested, Present, SeveralElements, Today, VisitorOf } from '../today.ts'
import { listDays, listRecent, type RecentRow, readWeeks } from '../today-sql.ts'
import { readBroken } from './broken.ts'

const days = 7
/** How many records are ranked by interest, and how many of them are shown. */
const mostRecent = 200
const mostShown = 100

/** The address of a record's page for its prospect. Undefined where the template has no page. */
export type LinkOf = (
  organization: string,
  record: { template: string; pattern: string; utm: string | null },
) => Promise<string | undefined>

/** What Today is read from. */
export interface TodaySources {
  db: Database
  /** The address of a record's page for its prospect. Undefined where the template has no page. */
  linkOf: LinkOf
  namesOf: Templates['namesOf']
}

/** What Today shows of who is on a page right now. */
export async function tellPresent(
  { namesOf }: Pick<TodaySources, 'namesOf'>,
  organization: string,
  rows: PresentRow[],
): Promise<Present[]> {
  const names = await namesIn(rows, (template) => namesOf(organization, template))
  return rows.map((row) => toPresent(row, names.get(row.template)))
}

/** The names of the items of these templates, each read once. */
async function namesIn(
  rows: readonly { template: string }[],
  namesOf: (template: string) => Promise<ItemNames>,
): Promise<Map<string, ItemNames>> {
  const templates = [...new Set(rows.map(({ template }) => template))]
  return new Map(await Promise.all(templates.map(async (name) => [name, await namesOf(name)] as const)))
}

/** The rest of the Today screen, which changes more slowly. */
export async function readWeek(sources: TodaySources, organization: string): Promise<Omit<Today, 'now'>> {
  const { db, linkOf, namesOf } = sources
  const recent = await listRecent(db, organization, { days, most: mostRecent })
  const names = await namesIn(recent, (template) => namesOf(organization, template))
  const people = recent.map(async (row) => {
    const link = await linkOf(organization, row)
    return { ...toInterested(row, names.get(row.template)), ...(link && { link }) }
  })
  return {
    week: rankInterested(await Promise.all(people)).slice(0, mostShown),
    weeks: await readWeeks(db, organization),
    days: await listDays(db, organization, days),
    broken: await readNamedFaults(sources, organization),
  }
}

/** What is broken now. */
export function readFaults(db: Database, organization: string): Promise<Broken[]> {
  return readBroken(db, organization)
}

/** The same, with what people call the items. */
export async function readNamedFaults(
  { db, namesOf }: Pick<TodaySources, 'db' | 'namesOf'>,
  organization: string,
): Promise<Broken[]> {
  const faults = await readFaults(db, organization)
  const items = faults.filter(isOfItem)
  const names = await namesIn(items, (template) => namesOf(organization, template))
  return faults.map((fault) =>
    isOfItem(fault) ? withName(fault, names.get(fault.template)?.content(fault)) : fault,
  )
}

function isOfItem(fault: Broken): fault is BrokenItem | SeveralElements {
  return fault.kind === 'missing' || fault.kind === 'refused' || fault.kind === 'several'
}

function toPresent(row: PresentRow, names: ItemNames | undefined): Present {
  const latest = row.item === null ? undefined : row.analytics[row.item]
  return {
    ...toVisitor(row),
    since: row.beganAt.toISOString(),
    ...(latest && { latest: withName({ item: latest.id, type: latest.type }, names?.analytics(latest.id)) }),
  }
}

function toVisitor(record: VisitedRecord): VisitorOf {
  const { prospect, content, template, name, email, company, domain } = record
  const label = name || email || company || domain || prospect
  return { prospect, content, label, ...(email && { email }), ...(company && { company }), template }
}

function toInterested(row: RecentRow, names: ItemNames | undefined): Interested {
  const { analytics, visits, reached, lastVisitAt, firstVisitAt, done, campaign, campaignName } = row
  const owner = ownerOf(parseAdditional(row.additional))
  return {
    ...toVisitor(row),
    visits,
    lastVisitAt: lastVisitAt.toISOString(),
    reached,
    firstVisitAt: firstVisitAt.toISOString(),
    done,
    ...(campaign && campaignName && { campaign: { id: campaign, name: campaignName } }),
    ...(owner && { owner }),
    // In the order of the template.
    items: analytics.flatMap(({ id, type }) =>
      row.items
        .filter((did) => did.item === id && did.type === type)
        .map((did) => withName(did, names?.analytics(id))),
    ),
  }
}

/** A click counts as much as this time of reading, a further visit as much as a click. */
const clickMs = 10_000

/** Sorts the most interested first: those who reached the goal, then by reading, clicks and visits. */
function rankInterested(people: Interested[]): Interested[] {
  return people.sort((a, b) => Number(b.reached) - Number(a.reached) || interestMs(b) - interestMs(a))
}

function interestMs({ visits, items }: Interested): number {
  const clicks = items.filter(({ type }) => type === 'click').reduce((sum, item) => sum + item.visits, 0)
  return items.reduce((sum, { ms }) => sum + ms, 0) + clickMs * (clicks + visits - 1)
}
