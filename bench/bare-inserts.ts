import { randomBytes } from 'node:crypto'
import { openDatabase } from '../service/base/database/database.ts'
import { migrate } from '../service/base/database/migrate.ts'
import { inTransaction } from '../service/base/database/transaction.ts'
import { readConfig } from '../service/config.ts'
import { dayOf, openEventDays } from '../service/events/event-days-sql.ts'
import type { EventRow, MeasuredVisit, Tally } from '../service/events/tally.ts'
import { type Writes, writeRows } from '../service/events/write-rows-sql.ts'
import { insertRecord } from '../test/service/events/records.ts'

/** What the collector's clients send: see `measureCollector`. */
interface Load {
  clients: number
  records: number
  batchesPerVisit: number
  eventsPerBatch: number
  warmUpMs: number
  measureMs: number
}

/**
 * Events a second when the rows of the collector's load are merely inserted: as many batches together as there are
 * clients, group after group, each committed. Nothing is received, checked, locked or read.
 */
export async function measureBareInserts(environment: Record<string, string>, load: Load): Promise<number> {
  const store = await openDatabase(readConfig(environment))
  try {
    await migrate(store)
    await openEventDays(store.db)
    const contents: string[] = []
    while (contents.length < load.records) contents.push((await insertRecord(store.db)).id)
    const groups = groupsOf(load, contents)
    const insertFor = async (forMs: number) => {
      const until = performance.now() + forMs
      let events = 0
      while (performance.now() < until) {
        const writes = groups.next().value as Writes
        await inTransaction(store, (client) => writeRows(client, writes))
        events += writes.events.length
      }
      return events
    }
    await insertFor(load.warmUpMs)
    const began = performance.now()
    const events = await insertFor(load.measureMs)
    return Math.round((events * 1000) / (performance.now() - began))
  } finally {
    await store.close()
  }
}

/** The rows of one group after the other: a batch of each client, which begins a new visit when its last has ended. */
function* groupsOf(
  { clients, batchesPerVisit, eventsPerBatch }: Load,
  contents: string[],
): Generator<Writes> {
  const visits = Array.from({ length: clients }, () => newVisit('', 0))
  const tallies = contents.map(newTally)
  for (let turn = 0; ; turn++) {
    const batch = turn % batchesPerVisit
    if (batch === 0)
      visits.forEach((_, at) => {
        const tally = tallies[((turn + at) * 7) % tallies.length] as Tally
        visits[at] = newVisit(tally.content, Date.now())
        tally.visits += 1
      })
    const events = visits.flatMap((visit) => nextEvents(visit, eventsPerBatch))
    const touched = new Set(visits.map(({ content }) => content))
    yield {
      visits,
      tallies: tallies
        .filter(({ content }) => touched.has(content))
        .map((tally) => grow(tally, eventsPerBatch)),
      days: [...touched].map((content) => ({ ...dayOfVisit, content, day: dayOf(Date.now()) })),
      events,
      grown: [],
      happenings: [],
    }
  }
}

const dayOfVisit = { organization: 'acme', visits: 0, views: 1, clicks: 1, ms: 700 }

function nextEvents(visit: MeasuredVisit, count: number): EventRow[] {
  const { day, organization, content, began } = visit
  const first = visit.last + 1
  visit.last += count
  visit.received += count
  return Array.from({ length: count }, (_, at) => {
    const row = {
      day,
      organization,
      content,
      visit: visit.visit,
      seq: first + at,
      date: began + at,
      at,
      dropped: null,
    }
    if (at === count - 1) return { ...row, item: 'pricing', type: 'duration', button: null, ms: 700 }
    const isClick = at > 0
    return {
      ...row,
      item: isClick ? 'cta' : 'hero',
      type: isClick ? 'click' : 'view',
      button: isClick ? 'primary' : null,
      ms: null,
    }
  })
}

function newVisit(content: string, now: number): MeasuredVisit {
  return {
    organization: 'acme',
    content,
    visit: randomBytes(17).toString('base64url').slice(0, 22),
    day: dayOf(now),
    began: now,
    seen: now,
    away: false,
    sent: 2000,
    latest: 0,
    counted: true,
    kind: 'person',
    why: 'input',
    arrived: now,
    last: 0,
    received: 0,
    lost: 0,
    durations: 1,
    ms: 700,
    items: [0, 1, 2],
    reported: 2000,
    report: 'aaa',
    input: true,
    visible: 2000,
  }
}

function grow(tally: Tally, events: number): Tally {
  tally.views += 1
  tally.clicks += Math.max(0, events - 2)
  tally.ms += 700
  return tally
}

function newTally(content: string): Tally {
  return {
    organization: 'acme',
    content,
    visits: 0,
    views: 0,
    clicks: 0,
    ms: 0,
    lost: 0,
    others: 0,
    health: 'good',
    dropped: {},
    first: Date.now(),
    latest: Date.now(),
    reached: false,
    reachedAt: null,
    hourBegan: Date.now(),
    hourVisits: 10,
    itemVisits: [1, 1, 1],
    itemEvents: [1, 1, 1],
    itemMs: [0, 0, 700],
    histograms: { 2: { 152: 10, 153: 20 } },
    reports: 1,
    applied: [1, 1, 1],
    missing: [0, 0, 0],
    refused: [0, 0, 0],
    contested: [0, 0, 0],
    lacking: [0, 0, 0],
  }
}
