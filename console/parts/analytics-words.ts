/** The words for each type: what happened to the item, and what the person does. */
export const analyticsWords = {
  view: { done: 'seen', does: 'saw' },
  click: { done: 'clicked', does: 'clicked' },
  duration: { done: 'read', does: 'is reading' },
} as const
