import type { ContentItem, PageRecord } from '../../wire/record.ts'
import { type Chance, chanceOf } from './chance.ts'

/** How the record of a pattern is answered: what the pattern itself says. */
export const answers = {
  now: 'at once',
  soon: 'after some frames',
  late: 'after the time-out',
  gone: '404',
  broken: '500',
  garbage: 'what is no record',
  hangs: 'never',
  other: 'with the record of another pattern',
} as const
export type Answer = keyof typeof answers

/** A pattern that nobody else has: it says whose record it is, of which kind, and how it is answered. */
export function drawPattern(chance: Chance, run: number, number: number): string {
  const usual: Answer[] = ['now', 'now', 'soon', 'soon', 'late']
  const answer = chance.percent(70) ? chance.pick(usual) : chance.pick(Object.keys(answers) as Answer[])
  return `r${run}-n${number}-${answer}`
}

export function answerOf(pattern: string): Answer {
  return pattern.split('-')[2] as Answer
}

/** What every text and address of a record has in it, and nothing of the page: whose it is. */
export const markOf = (pattern: string) => `mark(${pattern})`

/** All marks in a text. */
export function marksIn(text: string): string[] {
  return text.match(/mark\([\w-]+\)/g) ?? []
}

/** The record of a pattern: other items for each, in another order. */
export function recordOf(pattern: string): PageRecord {
  const chance = chanceOf([...pattern].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7))
  const mark = markOf(pattern)
  const content = itemsFor(mark).filter(() => chance.percent(70))
  if (chance.percent(50)) content.reverse()
  return { pattern, language: 'en', content, analytics: [{ id: 'seen', selector: 'h1', type: 'view' }] }
}

function itemsFor(mark: string): ContentItem[] {
  return [
    { selector: 'h1', type: 'text', payload: `Hello ${mark}` },
    { selector: '.lead', type: 'html', payload: `For <em>${mark}</em> <b>alone</b>` },
    { selector: 'h1', type: 'html', payload: `Hello <b>${mark}</b>` },
    { selector: '.lead', type: 'text', payload: `For ${mark}` },
    { selector: '.cta', type: 'href', payload: `/to?${mark}` },
    { selector: '.cta', type: 'text', payload: `Begin ${mark}` },
    { selector: '.shot', type: 'src', payload: `/picture.svg?${mark}` },
    { selector: '.pic', type: 'src', payload: `/missing.svg?${mark}` },
    { selector: '.back', type: 'src', payload: `/picture.svg?${mark}` },
    { selector: '.field', type: 'text', payload: mark },
    { selector: 'li:first-child', type: 'text', payload: `First ${mark}` },
    { selector: '.card h3', type: 'text', payload: `Card ${mark}` },
    { selector: '.card .note', type: 'html', payload: `<i>Note</i> ${mark}` },
    { selector: '.open .item', type: 'text', payload: `Open ${mark}` },
    { selector: '.late', type: 'text', payload: `Late ${mark}` },
    { selector: '.hero H2', type: 'text', payload: `Title ${mark}` },
    { selector: '[data-section=2] h2', type: 'text', payload: `Never ${mark}` },
    { selector: 'lead', type: 'text', payload: `By name ${mark}` },
  ]
}
