import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../../support/service.ts'
import { batchOf, click, duration, newVisitName, post, view } from '../events/batch.ts'

/** What a soak found; all but the first three are faults. */
export interface Tally {
  lives: number
  visits: number
  answers: number
  lost: number
  doubled: number
  /** Statuses of 500 and above, but for 503. */
  serverErrors: number
  notes: string[]
}

/** Where requests go now; it waits for one that starts. */
export type Target = () => Promise<Service>

/** A record that stays to the end, and what has to be counted for it. */
export interface KeptRecord {
  id: string
  visits: number
  events: number
}

const tryAgainMs = 100
const mostVisits = 20
const eventsInVisit = 3

/**
 * The life of one record: a prospect and its content are created, people come, the figures and the export are compared
 * with what was acknowledged, and it is deleted, its person erased, or it stays.
 */
export async function live(
  target: Target,
  tally: Tally,
  pick: <T>(of: T[]) => T,
): Promise<KeptRecord | undefined> {
  const ask = asker(target, tally)
  const email = `p${randomUUID()}@soak${randomInt(1000)}.example`
  const [prospect] = await ask('POST', '/v1/prospects', { email, additional: { company: 'Soak Ltd' } })
  const made = { prospect: prospect.id, template: 'launch', language: 'en' }
  const [content] = await ask('POST', '/v1/content', made)
  const { pattern } = await completed(ask, content.id)
  const visits = randomInt(1, mostVisits)
  for (let n = 0; n < visits; n++) await visit(target, tally, pattern)
  const kept = { id: content.id, visits, events: visits * eventsInVisit }
  await compare(ask, tally, kept)
  tally.lives += 1
  return pick([
    async () => void (await ask('DELETE', `/v1/content/${content.id}`)),
    async () => void (await ask('DELETE', `/v1/prospects/${prospect.id}`)),
    async () => kept,
  ])()
}

/** Compares what is counted for a record with what was acknowledged. */
export async function compare(ask: Ask, tally: Tally, { id, visits, events }: KeptRecord): Promise<void> {
  const [results] = await ask('GET', `/results/content/${id}`)
  const [exported] = await ask('GET', `/results/content/${id}/events?format=csv`)
  const counted = results.items.reduce((sum: number, item: { events: number }) => sum + item.events, 0)
  const lines = String(exported).trimEnd().split('\r\n').length - 1
  for (const [is, ought] of [
    [results.visits, visits],
    [counted, events],
    [lines, events],
  ] as const) {
    if (is < ought) tally.lost += ought - is
    if (is > ought) tally.doubled += is - ought
    if (is !== ought) tally.notes.push(`${is} of ${ought}`)
  }
}

// The service's answers, whose shapes its own OpenAPI document is checked against.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Ask = (method: string, path: string, body?: object) => Promise<[any, number]>

/** Asks until there is an answer that is no 503; a POST with a key, so that it happens once. */
export function asker(target: Target, tally: Tally): Ask {
  return async (method, path, body) => {
    const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
    for (;;) {
      const service = await target()
      const answer = await service.request(method, path, { body, headers }).catch(() => undefined)
      if (answer && note(tally, answer.status, `${method} ${path.split('/')[2]}`)) {
        const first = Array.isArray(answer.body) ? answer.body[0] : answer.body
        return [first, answer.status]
      }
      await wait(tryAgainMs)
    }
  }
}

/** Counts an answer; false where it is to be asked again. */
function note(tally: Tally, status: number, what: string): boolean {
  tally.answers += 1
  if (status >= 500 && status !== 503) {
    tally.serverErrors += 1
    tally.notes.push(`${status} to ${what}`)
  }
  // A key whose first request was killed is in use until its claim lapses.
  return status < 500 && status !== 409 && status !== 429
}

async function completed(ask: Ask, id: string): Promise<{ pattern: string }> {
  for (;;) {
    const [content] = await ask('GET', `/v1/content/${id}`)
    if (content.status === 'completed') return content
    await wait(tryAgainMs)
  }
}

/** One visit: the record is fetched, and its events are sent, each batch until it is acknowledged, and once more. */
async function visit(target: Target, tally: Tally, pattern: string): Promise<void> {
  const name = newVisitName()
  const events = [view(1), click(2), duration(3, 1000 + randomInt(4000))]
  const batches = [events.slice(0, 2), events].map((some) =>
    batchOf({ pattern }, { visit: name, last: 3, events: some }),
  )
  for (const batch of [...batches, ...batches]) {
    for (;;) {
      const service = await target()
      const answer = await post(service, batch).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => {})
      if (answer && note(tally, answer.status, 'POST /e')) break
      await wait(tryAgainMs)
    }
  }
  tally.visits += 1
}
