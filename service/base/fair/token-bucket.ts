/** The state of a key's bucket after `take`. */
interface Taken {
  /** 0 where the request may pass, else the whole seconds until the next one may. */
  waitSeconds: number
  /** Requests that may pass at once now. */
  remaining: number
  /** Whole seconds until the bucket is full again. */
  resetSeconds: number
}

/** A token bucket for each key: see `createTokenBuckets`. */
interface TokenBuckets {
  take(key: string): Taken
  /** The same as from `take`, without taking a token. */
  waitSeconds(key: string): number
}

interface TokenBucketsOptions {
  /** Requests a minute, and the size of the bucket; 0 for no limit. */
  perMinute: number
  /** How many minutes they count for. Default: one. */
  minutes?: number
  /** `evenly` (default), or all `at-once`, a minute after the first request to a full bucket. */
  refill?: 'evenly' | 'at-once'
  /** How many keys are remembered, the last used; a forgotten one starts full. */
  maxKeys?: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

interface Bucket {
  tokens: number
  /** When it was filled last. */
  at: number
}

const minuteMs = 60_000

/** Limits the requests of each key to `perMinute`, and returns how long to wait for the next one. */
export function createTokenBuckets({
  perMinute,
  minutes = 1,
  refill = 'evenly',
  maxKeys = 50_000,
  now = performance.now.bind(performance),
}: TokenBucketsOptions): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  const periodMs = minutes * minuteMs
  const perMs = perMinute / periodMs

  function take(key: string): Taken {
    if (perMinute === 0) return { waitSeconds: 0, remaining: Infinity, resetSeconds: 0 }
    const bucket = filled(buckets.get(key), now())
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value as string)
    const mayPass = bucket.tokens >= 1
    if (mayPass) bucket.tokens -= 1
    return {
      waitSeconds: mayPass ? 0 : secondsUntil(bucket, 1),
      remaining: Math.floor(bucket.tokens),
      resetSeconds: secondsUntil(bucket, perMinute),
    }
  }

  function filled(bucket: Bucket | undefined, at: number): Bucket {
    if (!bucket) return { tokens: perMinute, at }
    if (refill === 'at-once') return at - bucket.at >= periodMs ? { tokens: perMinute, at } : bucket
    return { tokens: Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs), at }
  }

  function secondsUntil({ tokens, at }: Bucket, wanted: number): number {
    const ms = refill === 'at-once' ? at + periodMs - now() : (wanted - tokens) / perMs
    return Math.max(1, Math.ceil(ms / 1000))
  }

  function waitSeconds(key: string): number {
    const known = perMinute === 0 ? undefined : buckets.get(key)
    if (!known) return 0
    const bucket = filled(known, now())
    return bucket.tokens >= 1 ? 0 : secondsUntil(bucket, 1)
  }

  return { take, waitSeconds }
}
