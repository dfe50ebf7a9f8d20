import { type Hold, writeOf } from './hold.ts'
import type { Tools } from './kinds/kind.ts'

/** The attributes that say an element's text once more: to a screen reader, under the pointer, to a style sheet that draws it. */
export const labels = ['aria-label', 'title', 'data-text'] as const

/** The link, button or element with a role that an element is in, or is: its label may say the element's text. */
export const labelledAround = (element: Element): HTMLElement | null => element.closest('a,button,[role]')

/** Makes the labels of a target, and of the link, button or element with a role around it, say the new text if they said the old one. */
export const writeLabels = (hold: Hold, { put }: Pick<Tools, 'put'>): void => {
  const { element, item, ownText } = hold
  for (const node of new Set([element, labelledAround(element)]))
    for (const name of labels) {
      const now = node?.getAttribute(name)
      const write = node && writeOf(hold, node, name)
      const label = write?.ours === now ? write?.own : now
      if (node && label && ownText !== undefined && withoutBlanks(label as string) === withoutBlanks(ownText))
        put(hold, node, name, item.payload)
    }
}

/** A text without blanks: the same for all ways to break it into lines and pieces. */
export const withoutBlanks = (text: string | null | undefined): string => `${text}`.replace(/\s/g, '')
