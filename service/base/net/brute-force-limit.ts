import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createFairLimit } from '../fair/fair-limit.ts'
import { createShares } from '../fair/fair-share.ts'
import { createTokenBuckets } from '../fair/token-bucket.ts'
import { clientAddress } from './client-address.ts'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * Limits look-ups that find nothing: of unknown patterns, tokens, tickets and links. Each costs a database query, so an
 * address may make only so many a minute.
 */
export interface BruteForceLimit {
  /** The client's address: see `clientAddress`. */
  addressOf(request: Request): string | undefined
  /**
   * Looks something up. For an address beyond its limit, look-ups wait in line: what is found is found, because others
   * behind that address may have made the misses. For what is not, `refuse` is called with the seconds to wait.
   */
  find<Found>(
    request: Request,
    lookUp: () => Promise<Found | undefined>,
    refuse: (waitSeconds: number) => void,
  ): Promise<Found | undefined>
  /** 0 if the address may look something up, else the seconds to wait. */
  waitSeconds(request: Request): number
  /** Counts a look-up that found nothing. */
  note(request: Request): void
}

/** More than the people behind one address need for outdated links. */
const missesPerMinute = 600
/** All look-ups in line together make one query in this time at most. */
const turnMs = 20
/** How many of an address, and of all, may wait in line: a second's. */
const mostWaiting = { ofOne: 50, ofAll: 500 }

interface LimitOptions {
  /** false: everybody may look up what they like. */
  isLimited: boolean
  addressOf(request: Request): string | undefined
  now?: () => number
}

export function createBruteForceLimit({
  isLimited,
  addressOf = clientAddress,
  now,
}: Partial<LimitOptions> & Pick<LimitOptions, 'isLimited'>): BruteForceLimit {
  const perMinute = isLimited ? missesPerMinute : 0
  const buckets = createTokenBuckets({ perMinute, refill: 'at-once', ...(now && { now }) })
  const line = createFairLimit(1)
  const waiting = createShares()
  let allWaiting = 0
  const keyOf = (request: Request) => addressOf(request) ?? 'this machine'

  /** Undefined if nothing is found, or too many wait. */
  async function findInLine<Found>(key: string, lookUp: () => Promise<Found>): Promise<Found | undefined> {
    if (waiting.of(key) >= mostWaiting.ofOne || allWaiting >= mostWaiting.ofAll) return undefined
    waiting.add(key, 1)
    allWaiting += 1
    return new Promise((resolve, reject) => {
      void line(key, async () => {
        waiting.add(key, -1)
        allWaiting -= 1
        const found = lookUp()
        found.then(resolve, reject)
        await Promise.allSettled([found, wait(turnMs)])
      })
    })
  }

  return {
    addressOf,
    async find(request, lookUp, refuse) {
      const key = keyOf(request)
      const waitSeconds = buckets.waitSeconds(key)
      const found = waitSeconds === 0 ? await lookUp() : await findInLine(key, lookUp)
      if (found !== undefined) return found
      if (waitSeconds > 0) refuse(waitSeconds)
      else buckets.take(key)
      return undefined
    },
    waitSeconds: (request) => buckets.waitSeconds(keyOf(request)),
    note: (request) => void buckets.take(keyOf(request)),
  }
}
