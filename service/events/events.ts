import type { IncomingMessage } from 'node:http'
import { isPattern } from '../../wire/limits.ts'
import { createTokenBuckets } from '../base/fair/token-bucket.ts'
import type { BruteForceLimit } from '../base/net/brute-force-limit.ts'
import { senderAddress } from '../base/net/client-address.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Config } from '../config.ts'
import { type CollectorOptions, createCollector } from './collector.ts'
import { openEventDays } from './event-days-sql.ts'
import { createNetworks } from './networks.ts'
import { readBatch } from './read-batch.ts'
import { visitorOf } from './visitor.ts'

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
