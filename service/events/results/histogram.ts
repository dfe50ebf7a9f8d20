import type { Histogram } from '../rows.ts'

/**
 * Buckets per doubling, the first one for 0. Each is 4.4 % wide, so its middle is at most 2.2 % away from any value in it. See
 * `bucketSql`.
 */
const bucketsPerOctave = 16

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

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(2 ** ((bucket - 0.5) / bucketsPerOctave))
}
