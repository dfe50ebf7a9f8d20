/** A number with what it counts: `1 line`, `2,000 lines`. Of several: its own plural, or the word with an `s`. */
export function countOf(value: number, one: string, several = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : several}`
}

/** A rounded number with thousands separators. */
export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en')
}
