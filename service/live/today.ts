import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { ReportTally, VisitState } from '../model/tally.ts'
import type {
  Broken,
  BrokenItem,
  BrokenPicture,
  Interest,
  Interested,
  Present,
  Today,
  VisitorOf,
} from '../model/today.ts'
import type { Database } from '../store/database.ts'
import { type BrokenPictureRow, listMissingPictures } from '../store/pictures.ts'
import { listPresent, type PresentRow } from '../store/presence.ts'
import {
  type BrokenRow,
  listBroken,
  listDays,
  listGivenUp,
  listRecent,
  type RecentRow,
} from '../store/today.ts'

const days = 7
/** Records of which it is judged how interested somebody is, and of those that are shown. */
const mostRecent = 200
const mostShown = 30
/** Records that are looked into for what is broken. */
const mostBroken = 200

/** A click says as much as so many milliseconds of reading, another visit as much as a click. */
const clickMs = 10_000

/** Who is on a page right now. */
export async function readNow(db: Database, organization: string): Promise<Present[]> {
  return (await listPresent(db, organization)).map(toPresent)
}

/** What Today shows beside that: it changes more slowly. */
export async function readWeek(db: Database, organization: string): Promise<Omit<Today, 'now'>> {
  const recent = await listRecent(db, organization, { days, most: mostRecent })
  return {
    week: rank(recent.map(toInterested)).slice(0, mostShown),
    days: await listDays(db, organization, days),
    broken: await readBroken(db, organization),
  }
}

function toPresent({ beganAt, item, analytics, ...row }: PresentRow): Present {
  const latest = item === null ? undefined : analytics[item]
  return {
    ...toVisitor(row),
    since: beganAt.toISOString(),
    ...(latest && { latest: { item: latest.id, type: latest.type } }),
  }
}

function toVisitor({
  prospect,
  content,
  template,
  name,
  email,
  company,
  domain,
}: Omit<PresentRow, 'beganAt' | 'item' | 'analytics'>): VisitorOf {
  const label = name || email || company || domain || prospect
  return { prospect, content, label, ...(email && { email }), ...(company && { company }), template }
}

function toInterested({ analytics, visits, reached, lastVisitAt, ...row }: RecentRow): Interested {
  return {
    ...toVisitor(row),
    visits: visits.length,
    lastVisitAt: lastVisitAt.toISOString(),
    reached,
    items: analytics.map((item, index) => toInterest(item, index, visits)).filter((item) => item.visits > 0),
  }
}

function toInterest({ id, type }: AnalyticsItem, index: number, visits: VisitState[]): Interest {
  const durations = visits.flatMap((visit) => Object.values(visit.durations))
  const own = durations.filter(([item]) => item === index)
  return {
    item: id,
    type,
    visits: visits.filter(({ seen }) => seen.includes(index)).length,
    ms: own.reduce((sum, [, ms]) => sum + ms, 0),
  }
}

function rank(people: Interested[]): Interested[] {
  return people.sort((a, b) => Number(b.reached) - Number(a.reached) || interestMs(b) - interestMs(a))
}

function interestMs({ visits, items }: Interested): number {
  const clicks = items.filter(({ type }) => type === 'click').reduce((sum, item) => sum + item.visits, 0)
  return items.reduce((sum, { ms }) => sum + ms, 0) + clickMs * (clicks + visits - 1)
}

async function readBroken(db: Database, organization: string): Promise<Broken[]> {
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

/** What records of one template lack alike is one fault. */
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

/** A receiver's address without what may be secret in it: path and query. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}
