import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { isPattern } from '../../wire/limits.ts'
import { createTokenBuckets } from '../base/fair/token-bucket.ts'
import type { BruteForceLimit } from '../base/net/brute-force-limit.ts'
import { clientAddress, senderAddress } from '../base/net/client-address.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Config } from '../config.ts'
import { type CollectorOptions, createCollector } from './collector.ts'
import { openEventDays } from './event-days-sql.ts'
import { createNetworks } from './networks.ts'
import { readBatch } from './read-batch.ts'

/** Batches a minute for one pattern and address: a company behind one address, all on one prospect's page. */
const batchesPerMinute = 6000
/** Roughly the memory of a request under way, beside its body. */
const requestBytes = 4096

/** Receives the events that pages report: see `createEvents`. */
export interface Events {
  /** CORS headers of every answer, errors too. Throws `origin-refused` for an origin that is not allowed. */
  headersFor(origin: string | undefined): Record<string, string>
  /** Accepts a body. Resolves once it is committed; rejects with a DomainError that says what is wrong. */
  receive(request: IncomingMessage, body: string): Promise<void>
}

interface EventsOptions extends Omit<CollectorOptions, 'networks'> {
  strangers: BruteForceLimit
  config: Pick<Config, 'allowedOrigins' | 'rateLimit' | 'trustedProxies'>
}

/** Creates the collector for pages. */
export async function createEvents(options: EventsOptions): Promise<Events> {
  const { store, strangers, config } = options
  await openEventDays(store.db)
  const networks = createNetworks()
  const collector = createCollector({ ...options, networks })
  const buckets = createTokenBuckets({ perMinute: config.rateLimit === 0 ? 0 : batchesPerMinute })

  async function receive(request: IncomingMessage, body: string): Promise<void> {
    const arrivedAt = Date.now()
    const batch = readBatch(body)
    if (!isPattern(batch.pattern)) throw unknownPattern()
    const { address, robot } = visitorOf(request, strangers.addressOf(request))
    // A made-up pattern has no bucket: enough of them would displace the others.
    if (!collector.knows(batch.pattern)) refuseFlood(strangers.waitSeconds(request))
    else if (address !== undefined) refuseFlood(buckets.take(`${batch.pattern} ${address}`).waitSeconds)
    const network = networks.nameOf(senderAddress(request, config.trustedProxies))
    const found = await collector.collect({ batch, arrivedAt, robot, network }, body.length + requestBytes)
    if (found) return
    strangers.note(request)
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

function refuseFlood(waitSeconds: number): void {
  if (waitSeconds > 0) throw new DomainError('too-many', '', waitSeconds)
}

/** The sender of a request. Never stored, never logged. */
interface Visitor {
  /** For the rate limit: an IPv4 address, or the /64 of an IPv6 one. Undefined for the machine itself. */
  address: string | undefined
  robot: boolean
}

/**
 * Who sent a request: see `clientAddress`. A request from the machine itself comes by a proxy that names no client, or
 * from somebody who tries things out with tools and headless browsers, which anywhere else count as robots.
 */
export function visitorOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  address = clientAddress(request),
): Visitor {
  return { address, robot: isRobot(request.headers['user-agent'], address === undefined) }
}

function isRobot(userAgent = '', isLocal: boolean): boolean {
  return isKnownRobot(userAgent) && (!isLocal || /bot|crawl|spider|https?:/i.test(userAgent))
}

/** Cached, because most visits have one of a few user agents, and searching the list of robots takes 10 µs. */
const verdicts = new Map<string, boolean>()
const manyVerdicts = 1000
const longestKept = 500

function isKnownRobot(userAgent: string): boolean {
  const known = verdicts.get(userAgent)
  if (known !== undefined) return known
  const verdict = isbot(userAgent)
  if (verdicts.size >= manyVerdicts) verdicts.clear()
  if (userAgent.length <= longestKept) verdicts.set(userAgent, verdict)
  return verdict
}
