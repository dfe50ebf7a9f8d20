/** Lets so many requests through for each key, and says how long to wait for the next. */
export interface Limiter {
  /** 0 where the request may pass, else the seconds until one may. */
  take(key: string): number
}

interface Bucket {
  tokens: number
  at: number
}

const secondsAMinute = 60

/**
 * A token bucket for each key: `perMinute` requests at once, refilled evenly. It keeps `maxKeys` keys, the latest
 * used; what it forgets starts full. 0 a minute is no limit.
 */
export function createLimiter(perMinute: number, maxKeys = 50_000, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / (secondsAMinute * 1000)

  function take(key: string): number {
    if (perMinute === 0) return 0
    const bucket = refill(buckets.get(key))
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value as string)
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMs / 1000)
    bucket.tokens -= 1
    return 0
  }

  function refill(bucket: Bucket | undefined): Bucket {
    const at = now()
    if (!bucket) return { tokens: perMinute, at }
    return { tokens: Math.min(perMinute, bucket.tokens + (at - bucket.at) * perMs), at }
  }

  return { take }
}
