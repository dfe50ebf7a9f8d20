import { adoptClone } from './clones.ts'
import { isLost, isThrownOut } from './fights.ts'
import { giveBack, giveBackGone, giveIn, type Hold, put } from './hold.ts'
import type { Item } from './item.ts'
import { type Kind, kinds, type Tools } from './kinds.ts'
import { parentOf } from './walk.ts'

/** Which items have an element: one its content, one its `src`, one its `href`. */
type Holds = { [Slot in Kind['slot']]?: Hold }

/** Which items have which elements. */
export type Targets = ReturnType<typeof createTargets>

/**
 * Begins to keep account of the targets of a run.
 *
 * @param given.lose told of an item against which the page has won
 */
export const createTargets = (
  given: Pick<Tools, 'awaitPicture' | 'watchStyles'> & { lose(item: Item): void },
) => {
  const holds = new Map<Node, Holds>()
  const holdsOf = (node: Node): Hold[] => Object.values(holds.get(node) ?? {})
  const all = () => [...holds.keys()].flatMap(holdsOf)
  const isTaken: Tools['isTaken'] = (node, slot) => !!holds.get(node)?.[slot]

  /** Makes a target as its item wants it. Answers whether it was not. */
  const enforce = (hold: Hold, isLate: boolean): boolean => {
    let hasWritten = false
    kinds[hold.item.type].apply(hold, {
      ...given,
      isTaken,
      put(node, part, value) {
        const isNew = put(hold, node, part, value, isLate)
        hasWritten ||= isNew
        return isNew
      },
    })
    return hasWritten
  }

  /** Whether an element is a part of what an `html` item made of its own target. */
  const isInOwn = (item: Item, node: Node | null): unknown =>
    item.html && node && (holds.get(node)?.content?.item === item || isInOwn(item, parentOf(node)))

  return {
    /** Gives the item a target, unless a later one has it. */
    take(item: Item, element: HTMLElement) {
      const { slot, says } = kinds[item.type]
      const held = holds.get(element)
      const former = held?.[slot]
      if ((former?.item.index ?? -1) >= item.index || isInOwn(item, element)) return
      const hold: Hold = { writes: [], ...former, item, element, fights: 0, at: performance.now() }
      if (!former && item.state === 'applied' && says(item, element))
        adoptClone(
          hold,
          all().filter((other) => other.item === item),
        )
      holds.set(element, { ...held, [slot]: hold })
      enforce(hold, false)
    },

    isTaken,

    /** Whether an item has this target. */
    isHeld: (node: Node): boolean => holds.has(node),

    /** Makes a target as its items want it again, unless the page wins. */
    retake(element: HTMLElement) {
      for (const hold of holdsOf(element)) {
        if (hold.item.isOver) continue
        giveBackGone(hold)
        if (enforce(hold, true) && isLost(hold)) given.lose(hold.item)
      }
    },

    /** Gives back a node that has left the document. */
    leave(node: Node) {
      for (const hold of holdsOf(node)) {
        giveBack(hold)
        if (isThrownOut(hold)) given.lose(hold.item)
      }
      holds.delete(node)
    },

    /** Gives everything back, or all targets of an item that is over. */
    release(item?: Item) {
      for (const hold of all()) {
        if (!item) giveBack(hold)
        else if (hold.item === item) giveIn(hold)
      }
    },
  }
}
