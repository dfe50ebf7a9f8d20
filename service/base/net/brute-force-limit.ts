import type { IncomingMessage } from 'node:http'
import { createTokenBuckets } from '../fair/token-bucket.ts'
import { clientAddress } from './client-address.ts'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * Limits look-ups that find nothing: of unknown patterns and invalid tokens. Each costs a database query, so an address
 * may make only so many a minute.
 */
export interface BruteForceLimit {
  /** Call it before a look-up: 0 where the look-up may be made, else the seconds to wait. */
  waitSeconds(request: Request): number
  /** Call it after a look-up that found nothing. */
  note(request: Request): void
}

/** More than the people behind one address need for outdated links. */
const missesPerMinute = 600

/** @param isLimited false: everybody may look up what they like. */
export function createBruteForceLimit(isLimited: boolean, now?: () => number): BruteForceLimit {
  const perMinute = isLimited ? missesPerMinute : 0
  const buckets = createTokenBuckets({ perMinute, refill: 'at-once', ...(now && { now }) })
  const keyOf = (request: Request) => clientAddress(request) ?? 'this machine'
  return {
    waitSeconds: (request) => buckets.waitSeconds(keyOf(request)),
    note: (request) => void buckets.take(keyOf(request)),
  }
}
