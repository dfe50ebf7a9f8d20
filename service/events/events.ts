import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { isPattern } from '../../wire/limits.ts'
import { type Limit, networkOf } from '../base/http/plugins/limits.ts'
import { isLoopback } from '../base/net/address-guard.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Config } from '../config.ts'
import { type CollectorOptions, createCollector } from './collector.ts'
import { openEventDays } from './event-days-sql.ts'
import { readBatch } from './read-batch.ts'

/** Roughly the memory of a request under way, beside its body. */
const requestBytes = 4096

/** Receives the events that pages report: see `createEvents`. */
export interface Events {
  /** CORS headers of every answer, errors too. Throws `origin-refused` for an origin that is not allowed. */
  headersFor(origin: string | undefined): Record<string, string>
  /** Accepts a body. Resolves once it is committed; rejects with a DomainError that says what is wrong. */
  receive(request: FastifyRequest, body: string, limits: BatchLimits): Promise<void>
}

/** How many batches may come of a pattern and address, and how often an address may name a pattern that is none. */
interface BatchLimits {
  batches: Limit
  misses: Limit
}

interface EventsOptions extends CollectorOptions {
  config: Pick<Config, 'allowedOrigins'>
}

/** Creates the collector for pages. */
export async function createEvents(options: EventsOptions): Promise<Events> {
  const { store, config } = options
  await openEventDays(store.db)
  const collector = createCollector(options)

  async function receive(
    request: FastifyRequest,
    body: string,
    { batches, misses }: BatchLimits,
  ): Promise<void> {
    const arrivedAt = Date.now()
    const batch = readBatch(body)
    if (!isPattern(batch.pattern)) throw unknownPattern()
    const { ip, headers } = request
    const robot = isRobot(headers['user-agent'], ip)
    // A made-up pattern has no bucket: enough of them would displace the others.
    if (!collector.knows(batch.pattern)) await misses.assertLeft(request)
    else if (!isLoopback(ip)) await batches.count(request, `${batch.pattern} ${networkOf(request)}`)
    const found = await collector.collect({ batch, arrivedAt, robot }, body.length + requestBytes)
    if (found) return
    await misses.count(request)
    throw unknownPattern()
  }

  return {
    headersFor: (origin) => corsHeaders(config.allowedOrigins, origin),
    receive,
  }
}

/** CORS on every answer, errors too, and never credentials. A request without an origin does not come from a page. */
function corsHeaders(allowed: '*' | string[], origin: string | undefined): Record<string, string> {
  if (allowed === '*') return openHeaders
  if (origin === undefined) return { Vary: 'Origin' }
  if (!allowed.includes(origin)) throw new DomainError('origin-refused')
  return { ...openHeaders, Vary: 'Origin', 'Access-Control-Allow-Origin': origin }
}

const openHeaders = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' }

function unknownPattern(): DomainError {
  return new DomainError('not-found', 'pattern names no completed content record.')
}

/**
 * Whether a robot sent a request. One from the machine itself comes by a proxy that names no client, or from somebody who
 * tries things out with tools and headless browsers, which anywhere else count as robots.
 */
export function isRobot(userAgent = '', ip: string): boolean {
  return isKnownRobot(userAgent) && (!isLoopback(ip) || /bot|crawl|spider|https?:/i.test(userAgent))
}

/** Cached, because most visits have one of a few user agents, and searching the list of robots takes 10 µs. */
const verdicts = new LRUCache<string, boolean>({ max: 1000 })
const longestKept = 500

function isKnownRobot(userAgent: string): boolean {
  const known = verdicts.get(userAgent)
  if (known !== undefined) return known
  const verdict = isbot(userAgent)
  if (userAgent.length <= longestKept) verdicts.set(userAgent, verdict)
  return verdict
}
