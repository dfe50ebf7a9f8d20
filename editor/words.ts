import type { AnalyticsType } from '../wire/event.ts'
import type { ContentType } from '../wire/targets.ts'

/** The names of the item types and of their fields, in the order in which they are offered. */
export const kindWords: Record<ContentType, { kind: string; field: string }> = {
  text: { kind: 'Text', field: 'Text' },
  src: { kind: 'Picture', field: 'Picture address' },
  href: { kind: 'Link', field: 'Link address' },
  html: { kind: 'HTML', field: 'HTML source' },
}

/** The item types, in the order in which they are offered. */
export const offeredTypes = Object.keys(kindWords) as ContentType[]

/**
 * A problem of the template in the words of the panel: without its place in a text that the marketer does not see.
 *
 * @example
 * sayProblem('line 7, column 17: payload is longer than 20000 characters') // 'Text is longer than 20000 characters'
 */
export function sayProblem(message: string): string {
  const said = message
    .replace(/^line \d+, column \d+: /, '')
    .replace(/^payload\b/, 'text')
    .replace(/^write\b/, 'instruction')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** The first characters of a text, `length` at most. An emoji and other signs of two units are whole or left out. */
export function firstCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** The names of the measures. */
export const measureWords: Record<AnalyticsType, string> = {
  view: 'Seen',
  click: 'Clicked',
  duration: 'Read',
}

/** What may be measured, in the order in which it is offered. */
export const offeredMeasures = Object.keys(measureWords) as AnalyticsType[]
