import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import { hasSource, isAllowedIn, isTarget, type Slot, showsPlaceholder, slots } from '../../wire/targets.ts'
import type { Clock } from '../clock.ts'
import { listen, OwnPromise, query, quietly } from '../page.ts'
import { applyHref, followLink } from './href.ts'
import { applyHtml } from './html.ts'
import { seeFrameworks } from './hydration/hydration.ts'
import { type Item, reportOf, type Target, toItem } from './item.ts'
import { applySrc, hasBackground } from './src.ts'
import { applyText, giveWordsBack } from './text.ts'
import type { Tools } from './tools.ts'
import { createWrites, type Writes } from './writes.ts'

/** The same target written over so often within this time is a fight: the page wins. */
const mostRounds = 10
const roundsMs = 2000

/** So much of a frame passes may take; what comes then waits for the next frame. */
const budgetMs = 8
const frameMs = 16

/** How often to look whether a framework has taken over what waits for it: nothing tells. */
const lookMs = 100

/** What of a selector may stop being true when more of the page comes: being the last one, or having nothing. */
const soFar = /:(nth-last|last|only|empty|has)/

/** What taking over the edge's work needs. `isOpen` tells whether the parser may still add to a node. */
type Adopting = [
  items: Item[],
  writes: Writes,
  isOpen: (node: Node) => boolean,
  clean: Applying['sanitise'],
  shown: Set<HTMLElement>,
]

/** What applying needs. */
export interface Applying {
  content: (Partial<ContentItem> | null)[]
  clock: Clock
  /** Ends it: everything is given back. */
  signal: AbortSignal
  /** Whether the document is on the path of the run: elsewhere the items rest. */
  isHere(): boolean
  /** Sanitises HTML; resolves to `undefined` if nothing is left. */
  sanitise(html: string): Promise<Node | undefined>
  /** Shows a text in front of an element's own words, or the own words again. Returns whether the text is shown. */
  bridge(element: HTMLElement, text?: string): boolean
  /** Takes over what the edge has done, before each pass. */
  adopt?: ((...given: Adopting) => Target[]) | undefined
  /**
   * Called after every pass: the page, or an item, may have changed.
   *
   * @param undone the selectors of items that are not done yet, although they have a target
   * @param report undefined while HTML is still sanitised
   */
  changed(undone: string, report: Report | undefined): void
}

/** A record's items at work in the page. */
export interface AppliedItems {
  /** Marks items without a match as missing. */
  miss(): void
  /** Something has changed that the page does not tell. */
  change(): void
}

const kinds = { text: applyText, src: applySrc, href: applyHref, html: applyHtml }

/** Whether an item may change an element, and the change would be visible. */
export function accepts({ type, payload }: Pick<Item, 'type' | 'payload'>, element: HTMLElement): boolean {
  const { localName } = element
  return (
    isTarget(type, localName, 'ownerSVGElement' in element) &&
    isAllowedIn(slots[type], payload, localName, document.baseURI) &&
    (type !== 'src' || hasSource(localName) || hasBackground(element)) &&
    (type !== 'text' || localName !== 'input' || showsPlaceholder((element as HTMLInputElement).type))
  )
}

/**
 * Applies a record's items to all their targets until the signal ends it. A pass goes through all items, the last first, because a
 * later item wins a target; what it does not want any more is given back. Passes run when the page has changed, before the paint.
 */
export function applyItems(applying: Applying): AppliedItems {
  const { clock, signal, isHere, bridge, changed } = applying
  const list = applying.content.map(toItem)
  const writes = createWrites()
  const targets = new WeakMap<Node, Partial<Record<Slot, Target>>>()
  /** The elements in front of whose words others are shown. */
  let shown = new Set<HTMLElement>()
  let pass = 0
  let frame = 0
  let spent = 0
  let isPlanned = false
  /** Whether all HTML is sanitised. */
  let isClean = false

  const tools: Tools = {
    ...writes,
    takerOf(node, slot = 'content') {
      const target = targets.get(node)?.[slot]
      return target?.pass === pass ? target.item : undefined
    },
    awaitPicture(item, image) {
      item.loading++
      whenLoaded(image, new URL(item.payload, document.baseURI).href, signal, (isGood) => {
        item.loading--
        if (!isGood) giveUp(item)
        change()
      })
    },
  }

  function giveUp(item: Item, state: 'refused' | 'contested' = 'refused'): void {
    item.isOver = true
    item.state = state
  }

  function note(target: Target): void {
    const { element, item } = target
    target.pass = pass
    targets.set(element, { ...targets.get(element), [slots[item.type]]: target })
  }

  /** Finds what each item is to change, the last item first. */
  function findTargets(isOnPath: boolean): Target[] {
    const found: Target[] = []
    for (const item of [...list].reverse()) {
      item.isWaiting = item.isHidden = false
      for (const element of item.isOver || !isOnPath ? [] : query(item.selector)) {
        const slot = slots[item.type]
        const known = targets.get(element)?.[slot]
        // An element inside a target of the same HTML may be of that HTML.
        const isInside = item.type === 'html' && element.parentElement?.closest(item.selector)
        if (known?.pass === pass || isInside) continue
        if (known?.item === item || accepts(item, element)) {
          const target = known?.item === item ? known : { item, element, pass, rounds: [], puts: 0 }
          note(target)
          found.push(target)
        } else if (item.state !== 'applied') item.state = 'refused'
      }
    }
    return found
  }

  function runPass(): void {
    for (const target of applying.adopt?.(list, writes, isOpen, applying.sanitise, shown) ?? []) note(target)
    const isOnPath = isHere()
    pass = writes.beginPass()
    const isShown = new Set<HTMLElement>()
    const isHydrating = seeFrameworks()
    for (const target of findTargets(isOnPath)) {
      const { item, element, isKnown } = target
      if (!isKnown && isArriving(item, element)) item.isHidden = item.isWaiting = true
      else if (!isKnown && slots[item.type] === 'content' && isHydrating(element)) {
        // Words are shown in front of the page's own meanwhile, where that can be.
        item.isWaiting = true
        if (item.type === 'text' && bridge(element, item.payload)) {
          isShown.add(element)
          item.state = 'applied'
        } else item.isHidden = true
      } else attempt(target)
    }
    if (list.some(({ isWaiting }) => isWaiting)) clock.after(lookMs, change)
    giveBackRest()
    for (const element of shown) if (!isShown.has(element)) bridge(element)
    shown = isShown
  }

  /** An item that throws does not stop the others. What has to be written again, the page has written over. */
  function attempt(target: Target): void {
    const { item, isKnown } = target
    target.puts = 0
    target.isWritten = false
    try {
      kinds[item.type](target, tools)
      target.isKnown = true
      item.state = 'applied'
      if (isKnown && target.isWritten && isFight(target)) giveUp(item, 'contested')
    } catch {
      giveUp(item)
    }
  }

  function giveBackRest(): void {
    for (const target of writes.giveBackRest()) {
      const { item, element } = target
      if (target.pass === pass) continue
      target.isKnown = false
      if (item.type === 'text' && !tools.takerOf(element)) giveWordsBack(target, tools)
    }
  }

  /** Runs a pass now, or before the next paint if this frame has had its share. */
  function change(): void {
    if (signal.aborted || isPlanned) return
    const began = performance.now()
    if (began - frame > frameMs) {
      frame = began
      spent = 0
    }
    if (spent < budgetMs) {
      runPass()
      spent += performance.now() - began
      tell()
    } else {
      isPlanned = true
      requestAnimationFrame(runPlanned)
      // A tab behind others has no frames: https://github.com/react/react/pull/13091.
      clock.after(lookMs, runPlanned)
    }
  }

  function runPlanned(): void {
    if (!isPlanned) return
    isPlanned = false
    quietly(change)
  }

  function tell(): void {
    const undone = list.filter(({ isHidden, loading }) => isHidden || loading).map(({ selector }) => selector)
    changed(`${undone}`, isClean ? reportOf(list) : undefined)
  }

  async function clean(item: Item): Promise<void> {
    if (item.type !== 'html') return
    item.html = await applying.sanitise(item.payload).catch(() => undefined)
    if (!item.html) giveUp(item)
  }

  /** A copy that the page has just made of a target must be known before it is given back. */
  function end(): void {
    runPass()
    observer.disconnect()
    pass = writes.beginPass()
    giveBackRest()
    for (const element of shown) bridge(element)
  }

  function hearClick(event: Event): void {
    const path = event.composedPath()
    const link = path.find((node) => tools.takerOf(node as Node, 'href')) as Element | undefined
    if (link) followLink(event, link, writes.originalOf(link, 'href') as string | null)
  }

  const observer = new MutationObserver(() => quietly(change))
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  signal.addEventListener('abort', () => quietly(end))
  listen(['click'], hearClick, signal)
  // Once all is parsed, what waited for more is settled. A style sheet that has loaded, or another width, changes what can be seen.
  listen(['DOMContentLoaded', 'load', 'resize'], change, signal)
  // The browser's own sanitiser is done within this task, so one pass writes everything. What needs none does not wait for a file.
  OwnPromise.all(list.map(clean)).then(() => {
    isClean = true
    change()
  })
  clock.after(0, change)
  return {
    miss() {
      for (const item of list) if (!item.state && !item.isWaiting) item.state = 'missing'
      tell()
    },
    change,
  }
}

/** Whether a target was written over so often, and so fast, that the page will not give way. */
function isFight({ rounds }: Target): boolean {
  const now = performance.now()
  return rounds.push(now) > mostRounds && now - (rounds.shift() as number) < roundsMs
}

/** Whether an item cannot be written yet: its HTML is still sanitised, or more of the page has to come. */
function isArriving({ type, html, selector }: Item, element: HTMLElement): boolean {
  if (type === 'html' && !html) return true
  const isContent = slots[type] === 'content' || element.localName === 'source'
  return (isContent && isOpen(element)) || (isParsing() && soFar.test(selector))
}

const isParsing = () => document.readyState === 'loading'

/** Whether the parser is still in an element: nothing is behind it, or behind an element that it is in. */
function isOpen(element: Node): boolean {
  if (!isParsing()) return false
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return false
  return true
}

/**
 * Tells whether a picture has loaded. The page's own `onerror` is not told when ours fails: it would show another one instead of the
 * page's own. Firefox may tell late of the picture before: then this one is still on its way. So it is if another source has failed.
 */
function whenLoaded(
  image: HTMLImageElement,
  address: string,
  signal: AbortSignal,
  tell: (isGood: boolean) => void,
): void {
  const ending = new AbortController()
  function hear(event: Event): void {
    const isGood = event.type === 'load'
    if (!image.complete || !(isGood || image.currentSrc === address)) return
    ending.abort()
    if (!isGood) event.stopPropagation()
    if (!signal.aborted) quietly(() => tell(isGood))
  }
  for (const type of ['load', 'error'])
    image.addEventListener(type, hear, { capture: true, signal: ending.signal })
}
