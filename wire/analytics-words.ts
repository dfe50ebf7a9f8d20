import type { AnalyticsType } from './event.ts'

/** The words for each type: what happened to the item, what the person did, and what the person does just now. */
export const analyticsWords: Record<AnalyticsType, { done: string; did: string; does: string }> = {
  view: { done: 'seen', did: 'saw', does: 'saw' },
  click: { done: 'clicked', did: 'clicked', does: 'clicked' },
  duration: { done: 'read', did: 'read', does: 'is reading' },
}

interface Measured {
  name?: string | undefined
  item: string
}

/** What a measured item is called: its name, `the essay` for `The essay`, else its id as words, `price list`. */
export function nameOfItem({ name, item: id }: Measured): string {
  return name?.replace(/^The /, 'the ') ?? (id.replace(/[-_]+/g, ' ').trim() || id)
}

/** How the editor begins the name of an element, before its words: `Button: Send`. */
const kinds = [
  'Button',
  'Field',
  'Form',
  'Heading',
  'Link',
  'Link preview',
  'Menu',
  'Picture',
  'Quote',
  'Section',
  'Text',
] as const
export type NamedKind = (typeof kinds)[number]
const proposed = new RegExp(`^(${kinds.join('|')}): `)

/** The same in a sentence: of a proposed name, such as `Button: Send`, the first 30 characters of its words. */
export function inSentence(item: Measured): string {
  const name = nameOfItem(item)
  const words = name.replace(proposed, '')
  if (words === name || words.length <= 30) return words
  const [start = words] = /^.{1,30}(?=\s)|^.{30}/u.exec(words) ?? []
  return `${start.replace(/[\s,;:.…]+$/, '')}…`
}
