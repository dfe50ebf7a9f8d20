import type { AnalyticsItem } from '../../wire/record.ts'

/** Items that count clicks, each named after its selector. */
export function clicksOn(...selectors: string[]): AnalyticsItem[] {
  return selectors.map((selector) => ({ id: selector, selector, type: 'click' }))
}
