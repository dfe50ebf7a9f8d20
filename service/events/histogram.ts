import type { Histogram } from './rows.ts'

/** Buckets per doubling. Each is 4.4 % wide, so its middle is at most 2.2 % away from any value in it. */
const bucketsPerOctave = 16

/** Adds a duration, or removes it with `by` -1. */
export function countDuration(histogram: Histogram, ms: number, by: 1 | -1 = 1): void {
  const bucket = bucketOf(ms)
  const count = (histogram[bucket] ?? 0) + by
  if (count > 0) histogram[bucket] = count
  else delete histogram[bucket]
}

/** Adds the counts of `other` to `histogram`. */
export function addHistogram(histogram: Histogram, other: Histogram): void {
  for (const [bucket, count] of Object.entries(other)) histogram[bucket] = (histogram[bucket] ?? 0) + count
}

/** The median within 2.2 %, in whole milliseconds; 0 without data. */
export function medianOfHistogram(histogram: Histogram): number {
  const buckets = Object.keys(histogram)
    .map(Number)
    .sort((a, b) => a - b)
  const total = buckets.reduce((sum, bucket) => sum + (histogram[bucket] ?? 0), 0)
  let before = 0
  for (const bucket of buckets) {
    before += histogram[bucket] ?? 0
    if (before * 2 >= total) return middleOf(bucket)
  }
  return 0
}

function bucketOf(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.floor(Math.log2(ms) * bucketsPerOctave)
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(2 ** ((bucket - 0.5) / bucketsPerOctave))
}
