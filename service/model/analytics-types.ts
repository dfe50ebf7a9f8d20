import type { AnalyticsType, Button } from '../../wire/event.ts'
import type { DayTally } from './tally.ts'

/** The field that only events of one type have. */
export interface EventDetail {
  name: 'ms' | 'button'
  isValid(value: unknown): boolean
  /** What the error message says of an invalid value. */
  rule: string
}

/** What the service has to know about a type of analytics item. */
interface AnalyticsTypeRules {
  detail?: EventDetail
  /** The figure that its events count in; a type without one counts milliseconds. */
  counter?: Extract<keyof DayTally, 'views' | 'clicks'>
}

const buttons: readonly unknown[] = ['primary', 'middle', 'key'] satisfies Button[]

/** The longest duration that a visit may report: no document lives longer than a year. */
export const longestVisitMs = 366 * 24 * 60 * 60 * 1000

/** Every type of analytics item. A new one is an event in `wire/event.ts` and an entry here. */
export const analyticsTypes: Record<AnalyticsType, AnalyticsTypeRules> = {
  view: { counter: 'views' },
  click: {
    counter: 'clicks',
    detail: {
      name: 'button',
      isValid: (value) => buttons.includes(value),
      rule: 'must be primary, middle or key',
    },
  },
  duration: {
    detail: {
      name: 'ms',
      isValid: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= longestVisitMs,
      rule: `must be a whole number from 0 to ${longestVisitMs}`,
    },
  },
}

/** The field that only events of this type have; undefined where there is none, or the type is unknown. */
export function detailOf(type: string): EventDetail | undefined {
  return Object.hasOwn(analyticsTypes, type) ? analyticsTypes[type as AnalyticsType].detail : undefined
}
