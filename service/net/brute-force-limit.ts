import type { IncomingMessage } from 'node:http'
import { createTokenBuckets } from '../model/token-bucket.ts'
import { clientAddress } from './client-address.ts'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * Those who ask for what is not there: patterns that name no record, tokens that are none. Each costs a look-up in the
 * database, so an address has so many a minute and no more.
 */
export interface BruteForceLimit {
  /** Before a look-up: 0 where it may be made, else the seconds until one may. */
  waitSeconds(request: Request): number
  /** After a look-up that found nothing. */
  note(request: Request): void
}

/** More than people behind one address follow links that are gone. */
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
