import { adoptClone } from './clones.ts'
import { type Fight, isLost } from './fights.ts'
import type { Item } from './item.ts'
import { type Kind, kinds, type Tools } from './kinds.ts'
import { walk } from './walk.ts'
import { createWrites } from './writes.ts'

/** An item that has a target. */
interface Hold extends Fight {
  item: Item
}

/** Which items have an element: one its content, one its `src`, one its `href`. */
type Holds = { [Slot in Kind['slot']]?: Hold }

/** Which items have which elements. */
export type Targets = ReturnType<typeof createTargets>

/** Begins to keep account of the targets of a run. */
export const createTargets = (given: Pick<Tools, 'awaitPicture' | 'watchStyles'>) => {
  const holds = new Map<Node, Holds>()
  const writes = createWrites()
  const tools: Tools = {
    ...given,
    writes,
    ownTexts: new WeakMap(),
    inserted: new WeakMap(),
    isTaken: (node, slot) => !!holds.get(node)?.[slot],
  }
  const holdsOf = (node: Node): Hold[] => Object.values(holds.get(node) ?? {})

  /** Makes a target as its item wants it. Answers whether it was not. */
  const enforce = (item: Item, element: HTMLElement, isLate?: boolean): boolean => {
    let hasWritten = false
    kinds[item.type].apply({
      item,
      element,
      tools,
      put(node, part, value) {
        const isNew = writes.put(item, node, part, value, isLate)
        hasWritten ||= isNew
        return isNew
      },
    })
    return hasWritten
  }

  /** Whether an element is a part of what an `html` item made of its own target. */
  const isInOwn = (item: Item, node: Node | null): unknown =>
    item.html && node && (holds.get(node)?.content?.item === item || isInOwn(item, node.parentNode))

  const targetsOf = (item: Item) =>
    [...holds.keys()].filter((node) => holdsOf(node).some((hold) => hold.item === item)) as HTMLElement[]

  return {
    /** Gives the item a target, unless a later one has it. Answers whether it had to be changed. */
    take(item: Item, element: HTMLElement): boolean {
      const { slot, says } = kinds[item.type]
      const held = holds.get(element) ?? {}
      if ((held[slot]?.item.index ?? -1) >= item.index || isInOwn(item, element)) return false
      if (item.state === 'applied' && says(item, element)) adoptClone(item, element, targetsOf(item), tools)
      holds.set(element, { ...held, [slot]: { item, count: 0, at: 0 } })
      return enforce(item, element)
    },

    /** Whether an item has this target. */
    isHeld: (node: Node): boolean => holds.has(node),

    /** Makes a target as its items want it again. Answers the items that had to write, and whether the page has won. */
    retake: (element: HTMLElement): { item: Item; isLost: boolean }[] =>
      holdsOf(element)
        .filter(({ item }) => !item.isOver && enforce(item, element, true))
        .map((hold) => ({ item: hold.item, isLost: isLost(hold) })),

    /** Gives back a node that has left the document. */
    leave(node: Node) {
      writes.giveNodeBack(node)
      holds.delete(node)
    },

    giveAllBack: () => writes.giveAllBack(),

    /**
     * Gives back all targets of an item that is over. Where the page's own nodes are still there, what it put beside
     * them against Motif is not its content, but one sign more for each round of the fight.
     */
    release(item: Item) {
      let hasOwn = false
      for (const element of targetsOf(item))
        walk(element, (node) => {
          for (const write of writes.of(node)?.values() ?? []) hasOwn ||= write.item === item && !write.isLate
        })
      writes.giveAllBack(item, hasOwn)
    },
  }
}
