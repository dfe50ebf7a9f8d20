import { type Slot, slots } from '../../wire/targets.ts'
import type { EdgeChunk } from '../chunks.ts'
import type { FirstWrites } from '../first/first.ts'
import { type Hold, takeBack, textAround } from '../first/hold.ts'
import type { Item } from '../first/item.ts'
import { leavesOf } from '../first/leaves.ts'
import { madeFor } from '../first/made.ts'
import { isParsing, mayBeOpen } from '../first/parsing.ts'
import { parentOf } from '../first/walk.ts'
import { quietly } from '../life.ts'
import { isWithin } from '../own.ts'
import type { Adoption } from '../rare/edge.ts'
import { adoptClone, type Original, type Originals, originalOf } from './clones.ts'
import { hasPageWon, isThrownOut, isTrialNext, noRemovals, type Removals } from './fights.ts'
import { giveBack, giveBackGone, giveIn } from './give-back.ts'
import type { KeepingTools } from './kind.ts'
import { kinds } from './kinds.ts'
import { keepsMade } from './made-texts.ts'
import { isPersonal } from './personal.ts'
import { type Kept, keep, put } from './put.ts'
import { isReused } from './reused.ts'

/** The holds of an element: at most one for each slot. */
type KeptHolds = { [Each in Slot]?: Kept }

/** So long a target that the page has emptied stays empty: it may type the words again. */
const emptyMs = 500

/** So long a trial target stays unwritten. */
const trialMs = 200

/** What a script may show, or hide, by its style. What Motif hides is important. */
const styled = '[style*=opacity],[style*=display]:not([style*=important])'

/** How many removed targets are remembered. */
const maxLeft = 100

/** Whether somebody writes into an element. */
const isTyping = (element: HTMLElement) =>
  element.isContentEditable && isWithin(element, document.activeElement)

/** The write of an item's words into one of what may be several texts, if they are still as they were written. */
const writtenWords = ({ item, element, writes }: Kept) =>
  element.firstElementChild &&
  writes.find(
    ({ node, ours }) => node.isConnected && (node as Text).data === ours && `${ours}`.trim() === item.payload,
  )

/** What targets need. */
interface Given
  extends Omit<KeepingTools, 'put' | 'takeBack' | 'takerOf' | 'leaveEmpty' | 'leavesTexts'>,
    FirstWrites,
    Pick<Adoption, 'pattern' | 'clean'> {
  /** Takes over what the edge has changed, if the page came by it. */
  edge: EdgeChunk | undefined
  /** Runs something after so many milliseconds, unless everything was given back before. */
  after(ms: number, run: () => void): void
  /** Called when the page has won against an item. */
  lose(item: Item): void
}

/** Which items have which elements. */
export type Targets = ReturnType<typeof createTargets>

/** Creates the registry of a run's targets. */
export const createTargets = (given: Given) => {
  const holds = new Map<Node, KeptHolds>()
  /** How the page removed the targets of each item right after they were changed. */
  const removalsOf = new Map(given.items.map((item) => [item, noRemovals()]))
  /** Targets that were removed: a clone may replace them. */
  const left: Original[] = []
  /** Nodes that were inserted by themselves, not inside another one, since the first look. */
  const roots = new WeakSet<Node>()
  /** Number of the present look for targets: targets that one look finds are no clones of each other. */
  let looks = 0
  /** Number of the present round of changes. */
  let rounds = 0
  const holdsOf = (node: Node): Kept[] => Object.values(holds.get(node) ?? {})
  const all = () => [...holds.keys()].flatMap(holdsOf)
  const tools: KeepingTools = {
    ...given,
    put,
    takeBack: (node, part) => takeBack(all(), node, part),
    takerOf: (node, slot) => holds.get(node)?.[slot]?.item,
    leavesTexts: (hold: Kept, texts) => keepsMade(hold, texts) || tools.leaveEmpty(hold),
    leaveEmpty(hold) {
      const { element, isLate, emptySince } = hold
      const now = performance.now()
      const isEmpty = isLate && !`${element.textContent}`.trim()
      const isLeft = isEmpty && now - (emptySince ?? now) < emptyMs
      hold.emptySince = isLeft ? (emptySince ?? now) : undefined
      // A timer may be early by a fraction: that it came is what counts.
      if (isLeft && emptySince === undefined)
        given.after(emptyMs, () => {
          if (hold.emptySince !== now) return
          hold.emptySince = Number.NEGATIVE_INFINITY
          retake(element)
        })
      return isLeft
    },
  }

  /** Observes styles where a script may show words that were not seen when the text was written. */
  const watchStyled = ({ item, element }: Hold) => {
    if (item.type === 'text' && element.querySelector(styled)) given.watchStyles()
  }

  /** Applies an item to its target. Returns whether anything had to be written. */
  const enforce = (hold: Kept, isLate: boolean): boolean => {
    hold.isLate = isLate
    hold.hasWritten = false
    kinds[hold.item.type].apply(hold, tools)
    watchStyled(hold)
    hold.mayGrow = mayBeOpen(hold.element)
    return hold.hasWritten
  }

  /** Whether an element is inside the HTML that the item itself has inserted. */
  const isInOwn = (item: Item, node: Node | null): unknown =>
    item.html && node && (holds.get(node)?.content?.item === item || isInOwn(item, parentOf(node)))

  /** The claim of an item on an element, with what the item before it has written there. */
  const toHold = (item: Item, element: HTMLElement, former?: Kept): Kept =>
    keep({ writes: [], ...former, item, element, look: looks })

  /** What a target that this look has found may be a clone of. */
  const originalsBefore = (item: Item): Originals => {
    const originals: Original[][] = []
    const here = (levels: number) =>
      all().flatMap((hold) => (hold.item === item && hold.look < looks ? originalOf(hold, levels) : []))
    return (levels) =>
      (originals[levels] ??= [...here(levels), ...left.filter(({ hold }) => hold.item === item)])
  }

  /** What the page has cloned of another item's target gets the page's own of that one first. */
  const giveBackClone = (item: Item, element: HTMLElement) => {
    const others = given.items.filter(madeFor(element, slots[item.type]))
    // What is around a target says its words, too.
    if (!others[0] || all().some((hold) => others.includes(hold.item) && isWithin(element, hold.element)))
      return
    for (const other of others) {
      const clone = toHold(other, element)
      if (adoptClone(clone, originalsBefore(other), roots)) giveBack(clone)
    }
  }

  /** Notes a claim, and applies its item, a while later if it is on trial. */
  const begin = (hold: Kept) => {
    const { item, element } = hold
    const removals = removalsOf.get(item) as Removals
    holds.set(element, { ...holds.get(element), [slots[item.type]]: hold })
    if (!isTrialNext(removals)) {
      enforce(hold, false)
      return
    }
    removals.trial = element
    given.after(trialMs, () => {
      if (removals.trial !== element) return
      removals.trial = 'stayed'
      hold.at = performance.now()
      enforce(hold, false)
    })
  }

  /** Lets other items have a target. */
  const free = ({ item, element }: Kept) => {
    const { [slots[item.type]]: _, ...others } = holds.get(element) as KeptHolds
    holds.set(element, others)
  }

  /** Applies an element's items to it again, unless the page has won, or has made another element of it. */
  const retake = (element: Node) => {
    if (isTyping(element as HTMLElement)) return
    for (const hold of holdsOf(element)) {
      if (hold.item.isOver || removalsOf.get(hold.item)?.trial === element) continue
      if (isReused(hold)) {
        free(hold)
        giveBack(hold)
        continue
      }
      giveBackGone(hold)
      const { mayGrow } = hold
      if (enforce(hold, true) && hasPageWon(hold, mayGrow)) given.lose(hold.item)
    }
  }

  const targets = {
    /** Goes on with what was written first, as far as it is still in the page. */
    goOn() {
      for (const [node, of] of given.holds)
        for (const [slot, hold] of Object.entries(of)) {
          // What a later look found may have come together with clones: in the next look at each item it is no original of them.
          const kept = keep({ ...hold, look: hold.isLater ? given.items.length : 0 })
          // A later look may have found a clone, in which Motif's words are not the page's own: it is looked at again.
          const isClone = hold.isLater && (!hold.writes[0] || isPersonal(hold, hold.ownText ?? ''))
          if (isClone) giveBack(kept)
          else holds.set(node, { ...holds.get(node), [slot]: kept })
          watchStyled(kept)
        }
      targets.leave([...holds.keys()].filter((node) => !node.isConnected))
    },

    /** Begins a look for an item's targets. Returns what the new ones may be clones of, computed when first asked for. */
    originalsOf(item: Item): Originals {
      looks++
      return originalsBefore(item)
    },

    /**
     * Gives the item a new target that is a clone of one of its others. Returns whether it is. A clone of another item's
     * target is that item's no more. Clones are looked for before any target changes hands: in one task a page may clone a
     * target and make both match a later item.
     */
    adopt(item: Item, element: HTMLElement, originals: Originals): boolean {
      const slot = slots[item.type]
      if (holds.get(element)?.[slot] || isInOwn(item, element)) return false
      if (given.edge?.isDoneByEdge(element, slot, given.pattern)) return false
      const hold = toHold(item, element)
      const isClone = item.state === 'applied' && adoptClone(hold, originals, roots)
      if (isClone) begin(hold)
      else if (!textAround(holds, element)) giveBackClone(item, element)
      return isClone
    },

    /**
     * Gives the item a target, unless a later item has it. A text around it is written again without it.
     *
     * @param originals what it may be a clone of. Default: nothing
     */
    take(item: Item, element: HTMLElement, originals?: Originals) {
      const slot = slots[item.type]
      const former = holds.get(element)?.[slot]
      if ((former?.item.index ?? -1) >= item.index || isInOwn(item, element)) return
      const hold = toHold(item, element, former)
      const around = slot === 'content' && textAround(holds, element)
      if (around) {
        giveBack(around)
        // The text around it may have emptied a clone of another target.
        if (originals && !former && item.state === 'applied') adoptClone(hold, originals, roots)
      }
      if (!former && given.edge?.adoptDone(hold, slot, given) && slot === 'src')
        given.awaitPicture(item, element as HTMLImageElement, true)
      begin(hold)
      if (around && !around.item.isOver) enforce(around, false)
    },

    /** Takes over what the edge changed but no item finds any more: it is given back in the end. */
    takeLeft() {
      for (const { item, element } of given.edge?.leftDone(given) ?? []) {
        targets.take(item, element)
        if (item.isOver) targets.release(item, true)
      }
    },

    /** Whether any item has this element. */
    isHeld: (node: Node): boolean => holds.has(node),

    /** Notes that an element has got another class or id. */
    rename(node: Node) {
      for (const hold of holdsOf(node)) hold.isRenamed = true
    },

    retake,

    /** Applies all items to their targets again. */
    retakeAll() {
      ;[...holds.keys()].forEach(retake)
    },

    /** Moves words that a style sheet has since hidden to texts that are seen. */
    restyle() {
      for (const hold of all()) {
        const words = writtenWords(hold)
        if (!words || leavesOf(hold.element, { takerOf: () => undefined }).texts.includes(words.node as Text))
          continue
        giveBack(hold)
        enforce(hold, false)
      }
    },

    /** Begins to read changes that the page has made in one go. */
    beginRound() {
      rounds++
    },

    /** Notes a node that was inserted into the document. */
    come(node: Node) {
      roots.add(node)
    },

    /** Gives back the targets among nodes that were removed together. */
    leave(nodes: Node[]) {
      const gone = nodes.flatMap(holdsOf)
      left.push(...gone.map((hold) => originalOf(hold, Number.POSITIVE_INFINITY)))
      left.splice(0, left.length - maxLeft)
      for (const node of nodes) holds.delete(node)
      for (const hold of gone) {
        giveBack(hold)
        if (isThrownOut(hold, removalsOf.get(hold.item) as Removals, rounds)) given.lose(hold.item)
      }
    },

    /**
     * Gives back all targets of an item that was given up.
     *
     * @param isFree whether other items may have them now
     */
    release(item: Item, isFree: boolean) {
      for (const hold of all()) {
        if (hold.item !== item) continue
        if (isFree) free(hold)
        giveIn(hold)
      }
    },

    /** Gives everything back, also what the edge changed and no item has found so far, and what of that is still to come. */
    end() {
      if (isParsing())
        document.addEventListener('DOMContentLoaded', () => quietly(targets.end), { once: true })
      else quietly(targets.takeLeft)
      for (const hold of all()) quietly(() => giveBack(hold))
    },
  }
  return targets
}
