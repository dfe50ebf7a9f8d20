import type { AnalyticsType } from '../wire/event.ts'
import type { ContentType } from '../wire/targets.ts'

/** What people call what an item changes, and the field in which they write it: in the order in which they are offered. */
export const kindWords: Record<ContentType, { kind: string; field: string }> = {
  text: { kind: 'Text', field: 'Text' },
  src: { kind: 'Picture', field: 'Picture address' },
  href: { kind: 'Link', field: 'Link address' },
  html: { kind: 'HTML', field: 'HTML source' },
}

/** The kinds of items, in the order in which they are offered. */
export const offeredTypes = Object.keys(kindWords) as ContentType[]

/** What people call what is measured. */
export const measureWords: Record<AnalyticsType, string> = {
  view: 'Seen',
  click: 'Clicked',
  duration: 'Read',
}

/** What may be measured, in the order in which it is offered. */
export const offeredMeasures = Object.keys(measureWords) as AnalyticsType[]
