/** What somebody did with an item of each type: as a state of the item, and as a sentence about them. */
export const analyticsWords = {
  view: { done: 'seen', does: 'saw' },
  click: { done: 'clicked', does: 'clicked' },
  duration: { done: 'read', does: 'is reading' },
} as const
