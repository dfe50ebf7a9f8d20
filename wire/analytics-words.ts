import type { AnalyticsType } from './event.ts'

/** The words for each type: what happened to the item, what the person did, and what the person does just now. */
export const analyticsWords: Record<AnalyticsType, { done: string; did: string; does: string }> = {
  view: { done: 'seen', did: 'saw', does: 'saw' },
  click: { done: 'clicked', did: 'clicked', does: 'clicked' },
  duration: { done: 'read', did: 'read', does: 'is reading' },
}

/** What a sentence calls a measured item: its name, `the essay` for `The essay`, else its id as words, `price list`. */
export function nameOfItem({ name, item: id }: { name?: string | undefined; item: string }): string {
  return name?.replace(/^The /, 'the ') ?? (id.replace(/[-_]+/g, ' ').trim() || id)
}
