import { randomInt } from 'node:crypto'
import type { Batch, Event } from '../../../wire/event.ts'
import { batchOf, click, duration, newVisitName, post, view } from './batch.ts'
import type { TestRecord } from './records.ts'

/** Batches to be sent, in random order, and what a record's results must be after that. */
export interface Load {
  batches: Batch[]
  expected: Map<string, ExpectedResults>
}

export interface ExpectedResults {
  visits: number
  events: number
  ms: number
}

const mostEventsInVisit = 40
const mostEventsInBatch = 20

/**
 * Makes visits of the records until there are `events` events, each visit split into batches, each batch twice. The
 * second copy of a batch brings durations that have grown.
 */
export function makeLoad(records: TestRecord[], events: number): Load {
  const batches: Batch[] = []
  const expected = new Map(records.map(({ id }) => [id, { visits: 0, events: 0, ms: 0 }]))
  for (let made = 0; made < events; ) {
    const record = records[randomInt(records.length)] as TestRecord
    const visit = makeVisit(Math.min(1 + randomInt(mostEventsInVisit), events - made))
    const sums = expected.get(record.id) as ExpectedResults
    made += visit.length
    sums.visits += 1
    sums.events += visit.length
    sums.ms += visit.reduce((sum, event) => sum + (event.type === 'duration' ? grown(event.ms) : 0), 0)
    batches.push(...split(record, visit))
  }
  return { batches: shuffle(batches), expected }
}

function makeVisit(length: number): Event[] {
  return Array.from({ length }, (_, at) => {
    const kind = randomInt(3)
    return kind === 0 ? view(at + 1) : kind === 1 ? click(at + 1) : duration(at + 1, randomInt(2000))
  })
}

function split(record: TestRecord, events: Event[]): Batch[] {
  const batches: Batch[] = []
  const visit = newVisitName()
  for (let from = 0; from < events.length; ) {
    const part = events.slice(from, from + 1 + randomInt(mostEventsInBatch))
    from += part.length
    const again = part.map((event) => (event.type === 'duration' ? { ...event, ms: grown(event.ms) } : event))
    batches.push(
      batchOf(record, { visit, last: from, events: part }),
      batchOf(record, { visit, last: from, events: shuffle(again) }),
    )
  }
  return batches
}

function grown(ms: number): number {
  return ms + 7
}

function shuffle<T>(list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[list[at], list[other]] = [list[other] as T, list[at] as T]
  }
  return list
}

const clients = 32

/**
 * Sends the batches by several clients that try again, as pages do, until each is answered 204.
 *
 * @param target where to send next; it may wait for a service that is starting
 * @param onAnswered told how many were answered so far
 */
export async function sendLoad(
  batches: Batch[],
  target: () => Promise<{ url: string }>,
  onAnswered: (count: number) => void = () => {},
): Promise<void> {
  let next = 0
  let answered = 0
  const runClient = async () => {
    for (let batch = batches[next++]; batch; batch = batches[next++]) {
      while (!(await isAccepted(await target(), batch)));
      onAnswered(++answered)
    }
  }
  await Promise.all(Array.from({ length: clients }, runClient))
}

async function isAccepted(service: { url: string }, batch: Batch): Promise<boolean> {
  const answer = await post(service, batch).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  if (answer && answer.status !== 204 && answer.status !== 503)
    throw new Error(`the collector answered ${answer.status}`)
  return answer?.status === 204
}
