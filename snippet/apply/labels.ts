import { type Hold, put, writeOf } from './hold.ts'
import { withoutBlanks } from './words.ts'

/** The attributes that say an element's text once more: to a screen reader, under the pointer. */
export const labels = ['aria-label', 'title'] as const

/** Makes the labels of a target, and of the link or button around it, say the new text if they said the old one. */
export const writeLabels = (hold: Hold): void => {
  const { element, item, ownText } = hold
  for (const node of new Set([element, element.closest<HTMLElement>('a,button,[role]')]))
    for (const name of labels) {
      const label = node && (writeOf(hold, node, name)?.own ?? node.getAttribute(name))
      if (label && withoutBlanks(label as string) === withoutBlanks(ownText))
        put(hold, node, name, item.payload)
    }
}
