import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { batchOf, click, duration, view } from '../../service/events/batch.ts'

export interface Counts {
  /** Ids of prospects that were acknowledged. */
  prospects: Set<string>
  /** Visits whose batches were acknowledged, each with three events. */
  visits: Set<string>
  /** Requests of `/p` for known records, and those that did not answer with the record: when, for how long, by whom, what. */
  pages: number
  pageFailures: string[]
  /** Writes that had to be sent again, by why: a status, or `no answer`. */
  repeated: Map<string, number>
  /** Answers that no client should get: not acknowledged, and none with which it is to wait. */
  unexpected: string[]
  /** When the last write was acknowledged, and the longest time between two, in milliseconds. */
  lastWriteAt: number
  longestGapMs: number
}

interface LoadOptions {
  url: string
  token: string
  patterns: string[]
}

/**
 * Begins what clients do while machines die: two browsers that send events, a program that makes prospects, and visitors who ask for pages. Each
 * tries again until it has its answer, as browsers and programs do.
 */
export function beginLoad({ url, token, patterns }: LoadOptions) {
  const ending = new AbortController()
  const counts: Counts = {
    prospects: new Set(),
    visits: new Set(),
    pages: 0,
    pageFailures: [],
    repeated: new Map(),
    unexpected: [],
    lastWriteAt: performance.now(),
    longestGapMs: 0,
  }

  function wrote(): void {
    const now = performance.now()
    counts.longestGapMs = Math.max(counts.longestGapMs, now - counts.lastWriteAt)
    counts.lastWriteAt = now
  }

  /** Sends a request until it is acknowledged; a client that gave up would prove nothing. */
  async function insist(path: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
        () => undefined,
      )
      if (answer?.ok) return answer
      const text = await answer?.text().catch(String)
      const why = answer ? `${answer.status}` : 'no answer'
      counts.repeated.set(why, (counts.repeated.get(why) ?? 0) + 1)
      if (answer && ![409, 502, 503, 504].includes(answer.status))
        counts.unexpected.push(`${answer.status} ${path} ${text}`)
      await wait(100)
    }
  }

  async function sendEvents(): Promise<void> {
    for (let turn = 0; !ending.signal.aborted; turn++) {
      const pattern = patterns[turn % patterns.length] as string
      const batch = {
        ...batchOf({ pattern }, { events: [view(1), click(2), duration(3, 3000)], last: 3 }),
        input: true,
      }
      const headers = {
        'content-type': 'text/plain;charset=UTF-8',
        'user-agent': 'Mozilla/5.0 Firefox/153.0',
      }
      await insist('/e', { method: 'POST', headers, body: JSON.stringify(batch) })
      counts.visits.add(batch.visit)
      wrote()
      await wait(10)
    }
  }

  async function makeProspects(): Promise<void> {
    while (!ending.signal.aborted) {
      const key = randomBytes(8).toString('hex')
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      }
      const body = JSON.stringify({ email: `${key}@acme.example` })
      const answer = await insist('/v1/prospects', { method: 'POST', headers, body })
      counts.prospects.add(((await answer.json()) as { id: string }).id)
      wrote()
      await wait(20)
    }
  }

  async function visit(): Promise<void> {
    for (let turn = 0; !ending.signal.aborted; turn++) {
      const pattern = patterns[turn % patterns.length] as string
      counts.pages += 1
      const fail = (what: string) => counts.pageFailures.push(`${new Date().toISOString()}: ${what}`)
      try {
        const answer = await fetch(`${url}/p/${pattern}`, { signal: AbortSignal.timeout(5000) })
        const text = await answer.text()
        if (answer.status !== 200 || !text.includes('content')) fail(`${answer.status} ${text}`)
      } catch (error) {
        fail(String((error as Error).cause ?? error))
      }
      await wait(20)
    }
  }

  const clients = [sendEvents(), sendEvents(), makeProspects(), visit()]
  return {
    counts,
    /** Ends every client once its last request is acknowledged. */
    async finish() {
      ending.abort()
      await Promise.all(clients)
    },
  }
}
