import type { AnalyticsType, ContentType } from '../wire/record.ts'

/** What people call what an item changes. */
export const kindWords: Record<ContentType, string> = {
  text: 'Text',
  src: 'Picture',
  href: 'Link',
  html: 'HTML',
}

/** What people call what is measured. */
export const measureWords: Record<AnalyticsType, string> = {
  view: 'Seen',
  click: 'Clicked',
  duration: 'Read',
}
