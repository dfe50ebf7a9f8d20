import { isElement, parentOf, walk } from '../first/walk.ts'
import type { Targets } from './targets.ts'
import { anyElement, wordsIn } from './words.ts'

/** What is needed to read changes of the page. */
interface Known {
  /** The attributes by which an element can be a target. */
  attributes: Set<string>
  targets: Targets
  /** Gets the words of what was added, removed or changed. */
  words: Set<string>
}

/** Reads what the page has changed. Returns the targets that it may have written into; gives back those that it removed. */
export const readChanges = (records: MutationRecord[], known: Known): Set<HTMLElement> => {
  const touched = new Set<HTMLElement>()
  for (const record of records) {
    for (let node: Node | null = record.target; node; node = parentOf(node)) {
      if (known.targets.isHeld(node)) touched.add(node as HTMLElement)
      // A picture's sources belong to its image.
      if (node.nodeName === 'PICTURE')
        for (const image of (node as Element).querySelectorAll('img')) touched.add(image)
    }
    if (known.attributes.has(`${record.attributeName}`)) readAttribute(record, known)
    for (const node of [...record.removedNodes, ...record.addedNodes]) readNode(node, known)
  }
  return touched
}

/** Adds the attribute's name, and the words that were added to or removed from its value. */
const readAttribute = ({ target, attributeName, oldValue }: MutationRecord, { targets, words }: Known) => {
  const name = `${attributeName}`
  if (/^(class|id)$/.test(name)) targets.rename(target)
  const old = wordsIn(oldValue)
  const now = wordsIn((target as Element).getAttribute(name))
  words.add(name)
  for (const word of [...old, ...now]) if (!old.includes(word) || !now.includes(word)) words.add(word)
}

const readNode = (node: Node, { attributes, targets, words }: Known) => {
  const { isConnected } = node
  const gone: Node[] = []
  targets.come(node)
  walk(node, (inside) => {
    if (!isConnected && targets.isHeld(inside)) gone.push(inside)
    if (!isElement(inside)) return
    words.add(anyElement).add(inside.localName)
    // A form may have a field of any name, so no method of it is called.
    for (const { name, value } of Array.from(inside.attributes))
      if (attributes.has(name)) for (const word of wordsIn(`${name} ${value}`)) words.add(word)
  })
  targets.leave(gone)
}
