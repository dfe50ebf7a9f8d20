import { type Slot, slots } from '../../wire/targets.ts'
import { isParsing } from '../beginning.ts'
import { adoptDone, type Clean } from './adopt.ts'
import { adoptClone, type Original, type Originals, originalOf } from './clones.ts'
import { isLost, isThrownOut } from './fights.ts'
import { giveBack, giveBackGone, giveIn, type Hold } from './hold.ts'
import type { Item } from './item.ts'
import { kinds, type Tools } from './kinds.ts'
import { parentOf } from './walk.ts'

/** Which items have an element: one its content, one its `src`, one its `href`. */
type Holds = { [Each in Slot]?: Hold }

/** So many of the targets that have left are remembered. */
const maxLeft = 100

/** What targets need to know. */
interface Given extends Omit<Tools, 'isTaken'> {
  /** Told of an item against which the page has won. */
  lose(item: Item): void
  /** Sanitises HTML of the page's own server that came in a mark of the edge. */
  clean: Clean
}

/** Which items have which elements. */
export type Targets = ReturnType<typeof createTargets>

/** Begins to keep account of the targets of a run. */
export const createTargets = (given: Given) => {
  const holds = new Map<Node, Holds>()
  /** What targets had that have left: a clone may come in their place. */
  const left: Original[] = []
  /** What was put into the document by itself, and did not come in another. */
  const roots = new WeakSet<Node>()
  /** How often targets were looked for: what came together is no clone of one another. */
  let looks = 0
  const holdsOf = (node: Node): Hold[] => Object.values(holds.get(node) ?? {})
  const all = () => [...holds.keys()].flatMap(holdsOf)
  const tools: Tools = { ...given, isTaken: (node, slot) => !!holds.get(node)?.[slot] }

  /** Makes a target as its item wants it. Answers whether it was not. */
  const enforce = (hold: Hold, isLate: boolean): boolean => {
    hold.isLate = isLate
    hold.hasWritten = false
    kinds[hold.item.type].apply(hold, tools)
    hold.isComing = isParsing()
    return hold.hasWritten
  }

  /** Whether an element is a part of what an `html` item made of its own target. */
  const isInOwn = (item: Item, node: Node | null): unknown =>
    item.html && node && (holds.get(node)?.content?.item === item || isInOwn(item, parentOf(node)))

  /** Makes a target as its items want it again, unless the page wins. */
  const retake = (element: Node) => {
    for (const hold of holdsOf(element)) {
      if (hold.item.isOver) continue
      giveBackGone(hold)
      if (enforce(hold, true) && isLost(hold)) given.lose(hold.item)
    }
  }

  return {
    /** What those targets of the item that come now may be clones of: looked at when that is first asked for. */
    originalsOf(item: Item): Originals {
      const originals: Original[][] = []
      looks++
      const here = (levels: number) =>
        all().flatMap((hold) => (hold.item === item && hold.look < looks ? originalOf(hold, levels) : []))
      return (levels) =>
        (originals[levels] ??= [...here(levels), ...left.filter(({ hold }) => hold.item === item)])
    },

    /** Gives the item a target, unless a later one has it. */
    take(item: Item, element: HTMLElement, originals: Originals) {
      const slot = slots[item.type]
      const held = holds.get(element)
      const former = held?.[slot]
      if ((former?.item.index ?? -1) >= item.index || isInOwn(item, element)) return
      const hold: Hold = {
        writes: [],
        clones: 0,
        ...former,
        item,
        element,
        inserted: undefined,
        look: looks,
        fights: 0,
        at: performance.now(),
        isLate: false,
        hasWritten: false,
      }
      const isDone = !former && adoptDone(hold, slot, given.clean)
      if (isDone && slot === 'src') given.awaitPicture(item, element as HTMLImageElement, true)
      if (!former && !isDone && item.state === 'applied') adoptClone(hold, originals, roots)
      if (held) held[slot] = hold
      else holds.set(element, { [slot]: hold })
      enforce(hold, false)
    },

    /** Whether an item has this target. */
    isHeld: (node: Node): boolean => holds.has(node),

    retake,

    /** Makes all targets as their items want them again. */
    retakeAll() {
      ;[...holds.keys()].forEach(retake)
    },

    /** Is told what was put into the document. */
    come(node: Node) {
      roots.add(node)
    },

    /** Gives back the targets among the nodes that have left the document together. */
    leave(nodes: Node[]) {
      const gone = nodes.flatMap(holdsOf)
      left.push(...gone.map((hold) => originalOf(hold, Number.POSITIVE_INFINITY)))
      left.splice(0, left.length - maxLeft)
      for (const node of nodes) holds.delete(node)
      for (const hold of gone) {
        giveBack(hold)
        if (isThrownOut(hold)) given.lose(hold.item)
      }
    },

    /** Gives back all targets of an item that is over. */
    release(item: Item) {
      for (const hold of all()) if (hold.item === item) giveIn(hold)
    },

    /** Gives everything back. */
    end() {
      all().forEach(giveBack)
    },
  }
}
