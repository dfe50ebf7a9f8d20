/** The words for each type: what happened to the item, and what the person does. */
export const analyticsWords = {
  view: { done: 'seen', does: 'saw' },
  click: { done: 'clicked', does: 'clicked' },
  duration: { done: 'read', does: 'is reading' },
} as const

/** What people call an item, else its id as words: `price-list` becomes `price list`. */
export function nameOfItem({ name, item: id }: { name?: string | undefined; item: string }): string {
  return name ?? (id.replace(/[-_]+/g, ' ').trim() || id)
}
