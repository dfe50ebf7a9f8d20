import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Batch, Event } from '../../wire/event.ts'
import { maxBatchBytes, maxBatchEvents } from '../../wire/limits.ts'
import type { PageRecord } from '../../wire/record.ts'
import { listen } from './local-server.ts'

/** How the collector answers a batch: with a status and headers, or by cutting the connection. */
export type Answer = { status: number; headers?: Record<string, string> } | 'cut'

/** A batch that arrived, and what came of it. */
interface Arrival {
  batch: Batch
  bytes: number
  contentType: string | undefined
  cookie: string | undefined
  answer: Answer
  /** By `performance.now()` of the test. */
  at: number
}

/**
 * The other end of the wire, small and over real HTTP: takes batches as the contract says, stores an event once,
 * keeps the largest `ms`, and fails when a test wants it to. It serves records and the snippet too, as Motif does.
 */
export interface Collector {
  origin: string
  records: Map<string, PageRecord>
  /** Decides on each batch; 204 if nothing is said. What is not 2xx is not stored. */
  answer: (batch: Batch, request: IncomingMessage) => Answer
  arrivals: Arrival[]
  /** What is stored of each visit, in the order it came. */
  visits: Map<string, Stored>
  /** Everything that is stored, of all visits. */
  events(): Event[]
  close(): Promise<void>
}

export interface Stored {
  pattern: string
  events: Map<number, Event>
  last: number
  report: Batch['report']
}

export const accept: Answer = { status: 204 }

export async function startCollector(): Promise<Collector> {
  const server = await listen((request, response) => serve(collector, request, response))
  const collector: Collector = {
    ...server,
    records: new Map(),
    answer: () => accept,
    arrivals: [],
    visits: new Map(),
    events: () => [...collector.visits.values()].flatMap(({ events }) => [...events.values()]),
  }
  return collector
}

/** How many events of a visit were given a number and never arrived. */
export function lostOf({ last, events }: Stored): number {
  return last - events.size
}

function serve(collector: Collector, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', 'Retry-After')
  const path = (request.url ?? '/').replace(/[?#].*/, '')
  if (path === '/e' && request.method === 'POST') return take(collector, request, response)
  const record = path.startsWith('/p/') && collector.records.get(path.slice(3))
  if (record) return send(response, 'application/json', JSON.stringify(record))
  const file = `dist${path}`
  if (path.endsWith('.js') && existsSync(file)) return send(response, 'text/javascript', readFileSync(file))
  response.writeHead(404).end()
}

async function take(collector: Collector, request: IncomingMessage, response: ServerResponse) {
  const body = Buffer.concat(await request.toArray().catch(() => []))
  if (!body.length) return
  const batch = JSON.parse(body.toString()) as Batch
  const isTooLarge = body.length > maxBatchBytes || batch.events.length > maxBatchEvents
  const answer = isTooLarge ? { status: 413 } : collector.answer(batch, request)
  collector.arrivals.push({
    batch,
    bytes: body.length,
    contentType: request.headers['content-type'],
    cookie: request.headers.cookie,
    answer,
    at: performance.now(),
  })
  if (answer === 'cut') return void request.socket.destroy()
  if (answer.status < 300) store(collector.visits, batch)
  response.writeHead(answer.status, answer.headers).end()
}

function store(visits: Collector['visits'], batch: Batch) {
  const before = visits.get(batch.visit)
  const stored = before ?? { pattern: batch.pattern, events: new Map(), last: 0, report: undefined }
  visits.set(batch.visit, stored)
  stored.last = Math.max(stored.last, batch.last ?? 0)
  stored.report = batch.report ?? stored.report
  for (const event of batch.events) {
    const known = stored.events.get(event.seq)
    if (!known || msOf(known) < msOf(event)) stored.events.set(event.seq, event)
  }
}

function msOf(event: Event): number {
  return event.type === 'duration' ? event.ms : 0
}

function send(response: ServerResponse, type: string, body: string | Uint8Array) {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' }).end(body)
}
