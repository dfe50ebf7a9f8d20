import type { IncomingMessage } from 'node:http'
import { patternShape } from '../../wire/limits.ts'
import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'
import { createCollector } from './collector.ts'
import { createLimiter } from './limit.ts'
import { readBatch } from './read-batch.ts'
import { visitorOf } from './visitor.ts'

/** Batches a minute for one pattern and address: a company behind one address, all on one prospect's page. */
const batchesPerMinute = 6000
/** What a request under way holds in memory beside its body, roughly. */
const requestBytes = 4096

/** What `POST /e` does, whoever speaks HTTP for it. */
export interface Receiver {
  /** CORS headers of every answer, errors too. Throws 40300 for a page of an origin that is not allowed. */
  headersFor(origin: string | undefined): Record<string, string>
  /** Takes a body. Resolves once what was accepted is committed; rejects with an ApiError that says what is wrong. */
  receive(request: IncomingMessage, body: string): Promise<void>
}

/** Starts the collector. */
export function createReceiver(service: Service): Receiver {
  const { allowedOrigins, rateLimit } = service.config
  const collector = createCollector(service)
  const limiter = createLimiter(rateLimit === 0 ? 0 : batchesPerMinute)

  async function receive(request: IncomingMessage, body: string): Promise<void> {
    const arrivedAt = Date.now()
    const batch = readBatch(body)
    if (!patternShape.test(batch.pattern)) throw unknownPattern()
    const { address, robot } = visitorOf(request)
    if (address !== undefined) refuseFlood(limiter.take(`${batch.pattern} ${address}`))
    const found = await collector.collect({ batch, arrivedAt, robot }, body.length + requestBytes)
    if (!found) throw unknownPattern()
  }

  return { headersFor: (origin) => corsHeaders(allowedOrigins, origin), receive }
}

/** CORS on every answer, errors too, and never credentials. Only pages have an origin: what has none is no page. */
function corsHeaders(allowed: '*' | string[], origin: string | undefined): Record<string, string> {
  if (allowed === '*') return openHeaders
  if (origin === undefined) return { Vary: 'Origin' }
  if (!allowed.includes(origin)) throw new ApiError(40300, undefined, { Vary: 'Origin' })
  return { ...openHeaders, Vary: 'Origin', 'Access-Control-Allow-Origin': origin }
}

const openHeaders = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' }

function unknownPattern(): ApiError {
  return new ApiError(40400, 'pattern names no completed content record.')
}

function refuseFlood(waitSeconds: number): void {
  if (waitSeconds > 0) throw new ApiError(42900, undefined, { 'Retry-After': String(waitSeconds) })
}
