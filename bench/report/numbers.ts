/** A median with the smallest and the largest value. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** The spread of values. All `NaN` if there are none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median =
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  return { median, low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN }
}

/** The quantile: a share of the values, 0 to 1, does not exceed it. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** `1,234` or, under ten, `1.2`. */
export function show(value: number, unit = ''): string {
  if (Number.isNaN(value)) return '–'
  const digits = Math.abs(value) < 10 && !Number.isInteger(value) ? 1 : 0
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits })
  return unit ? `${text} ${unit}` : text
}

/** `1,234 ms (1,200–1,290)`. */
export function showSpread({ median, low, high }: Spread, unit = ''): string {
  return low === high ? show(median, unit) : `${show(median, unit)} (${show(low)}–${show(high)})`
}
