import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import type { Chunks } from '../chunks.ts'
import { isValid, matches, selectAll } from '../select.ts'
import { beforePaint, later } from '../timing.ts'
import { createRounds } from './fights.ts'
import { isHydrating } from './frameworks.ts'
import { type Item, toItem } from './item.ts'
import { kinds } from './kinds.ts'
import { createLookup, type Lookup } from './lookup.ts'
import { whenLoaded } from './pictures.ts'
import { sanitise } from './sanitise.ts'
import { createTargets, type Targets } from './targets.ts'
import { isElement, walk } from './walk.ts'
import { createWrites } from './writes.ts'

/** What an applier needs. */
interface Request {
  content: Partial<ContentItem>[]
  chunks: Pick<Chunks, 'sanitiser'>
  /** Ends it: nothing is applied afterwards, and all is given back. */
  signal: AbortSignal
  /** Told after every change in the document, and whether what the report says may have changed. */
  onChange(isReported: boolean): void
}

/** How long a target that waits for a framework is looked at in each frame, and how often after that. */
const eachFrameMs = 5000
const seldomMs = 200

/**
 * Applies a record's items to all their targets, to those that come later, too, and again where the page writes over
 * them, until the signal ends it.
 */
export class Applier {
  readonly items: Item[]
  private readonly request: Request
  private readonly lookup: Lookup
  private readonly targets: Targets
  private readonly observer = new MutationObserver((records) => this.follow(records))
  private readonly rounds = createRounds<Item>()
  private readonly began = performance.now()
  /** Items whose targets are to be looked for. */
  private readonly due: Set<Item>
  /** Targets that a framework is about to compare with its own, and their items. */
  private readonly waiting = new Map<HTMLElement, Set<Item>>()
  /** How many payloads are being sanitised. */
  private sanitising = 0
  /** Items that wrote into the page since it was last told of changes. */
  private readonly answered = new Set<Item>()
  private isLookingSoon = false
  private isReported = true

  constructor(request: Request) {
    const { content, signal } = request
    this.request = request
    this.items = content.map(toItem)
    const valid = this.items.filter(({ selector }) => isValid(selector))
    this.due = new Set(valid)
    this.lookup = createLookup(valid)
    const writes = createWrites()
    this.targets = createTargets({
      writes,
      ownTexts: new WeakMap(),
      inserted: new WeakMap(),
      awaitPicture: (item, image) => this.awaitPicture(item, image),
      watchStyles: () => this.observe('style'),
    })
    signal.addEventListener('abort', () => {
      this.observer.disconnect()
      writes.giveAllBack()
    })
  }

  /** Changes what is there, and from now on what comes. */
  begin(): void {
    this.look()
    this.observe('src', 'srcset', 'href', 'media', 'placeholder')
    for (const item of this.items) if (item.type === 'html') this.prepare(item)
    this.finish()
  }

  /** Whether nothing that is in the page waits to be applied. */
  isSettled(): boolean {
    const isWaiting = this.waiting.size > 0 && performance.now() - this.began < eachFrameMs
    return !this.sanitising && !this.due.size && !isWaiting
  }

  /** Says of items without a match that they are missing. */
  miss(): void {
    for (const item of this.items) if (!item.state) this.setState(item, 'missing')
    this.finish()
  }

  private finish() {
    this.request.onChange(this.isReported)
    this.isReported = false
  }

  private setState(item: Item, state: keyof Report) {
    this.isReported ||= item.state !== state
    item.state = state
  }

  private observe(...more: string[]) {
    for (const name of more) this.lookup.attributes.add(name)
    this.observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeOldValue: true,
      attributeFilter: [...this.lookup.attributes],
    })
  }

  /** Finds out what is left of an `html` item's payload, and applies it. */
  private async prepare(item: Item) {
    const { chunks, signal } = this.request
    this.sanitising++
    item.html = await sanitise(item.payload, chunks.sanitiser).catch(() => undefined)
    this.sanitising--
    if (signal.aborted) return
    if (item.html) this.search(item)
    else this.giveUp(item, 'refused')
    this.finish()
  }

  /** Looks for the targets of what is due, once a frame: the rest waits for the next, which still comes before its paint. */
  private look() {
    if (this.isLookingSoon || !this.due.size) return
    for (const item of this.due) this.search(item)
    this.due.clear()
    this.lookSoon()
  }

  private lookSoon() {
    this.isLookingSoon = true
    beforePaint(() => {
      this.isLookingSoon = false
      this.look()
      this.finish()
    }, this.request.signal)
  }

  private search(item: Item) {
    const found = selectAll(item.selector)
    for (let at = 0; at < found.length; at++) this.apply(item, found[at] as HTMLElement)
  }

  /** One bad item stops no other. */
  private apply(item: Item, element: HTMLElement) {
    try {
      this.attempt(item, element)
    } catch {
      this.giveUp(item, 'refused')
    }
  }

  private attempt(item: Item, element: HTMLElement) {
    if (item.isOver || (item.type === 'html' && !item.html)) return
    if (!kinds[item.type].accepts(item, element)) {
      if (item.state !== 'applied') this.setState(item, 'refused')
    } else if (isHydrating(element)) this.wait(item, element)
    else {
      if (this.targets.take(item, element)) this.answered.add(item)
      this.setState(item, 'applied')
    }
  }

  /** Nothing more is tried, and what the page itself had is there again. */
  private giveUp(item: Item, state: 'refused' | 'contested') {
    item.isOver = true
    this.targets.release(item)
    this.setState(item, state)
  }

  /** A framework is about to compare the target with its own: what differs then is an error. */
  private wait(item: Item, element: HTMLElement) {
    if (!this.waiting.size) this.lookAtWaitingSoon()
    this.waiting.set(element, (this.waiting.get(element) ?? new Set()).add(item))
  }

  private lookAtWaitingSoon() {
    const { signal } = this.request
    const look = () => this.lookAtWaiting()
    if (performance.now() - this.began < eachFrameMs) beforePaint(look, signal)
    else later(look, seldomMs, signal)
  }

  private lookAtWaiting() {
    const before = [...this.waiting]
    this.waiting.clear()
    for (const [element, items] of before)
      if (element.isConnected) for (const item of items) this.apply(item, element)
    this.finish()
  }

  /** A picture shows the old one until the new one is there, so it is revealed only then. */
  private async awaitPicture(item: Item, image: HTMLImageElement) {
    item.loading++
    const isLoaded = await whenLoaded(image, this.request.signal)
    item.loading--
    if (!isLoaded) this.giveUp(item, 'refused')
    this.finish()
  }

  /** Applies to what came what is due, and again where the page wrote, but where it has won. */
  private follow(records: MutationRecord[]) {
    const touched = new Set<HTMLElement>()
    this.answered.clear()
    for (const record of records) this.read(record, touched)
    for (const element of touched) this.restore(element)
    for (const item of this.answered) if (this.rounds.isEndless(item)) this.giveUp(item, 'contested')
    this.look()
    this.finish()
  }

  /** Gathers the targets that a change touches, and what it makes due. */
  private read({ target, attributeName, oldValue, addedNodes, removedNodes }: MutationRecord, touched: Set<HTMLElement>) {
    for (let node: Node | null = target; node; node = node.parentNode)
      if (this.targets.isHeld(node)) touched.add(node as HTMLElement)
    if (isElement(target)) {
      const image = target.closest('picture')?.querySelector('img')
      if (image) touched.add(image)
      if (attributeName)
        for (const item of this.lookup.concernedByChange(attributeName, oldValue, target.getAttribute(attributeName)))
          this.due.add(item)
    }
    for (const node of [...removedNodes, ...addedNodes]) this.welcome(node)
  }

  /** Looks at a node that has come, or has gone. */
  private welcome(node: Node) {
    if (isElement(node)) for (const item of this.lookup.anywhere) this.due.add(item)
    walk(node, (inside) => (node.isConnected ? this.meet(inside) : this.targets.leave(inside)))
  }

  /** Applies to an element that came the items that match it. */
  private meet(node: Node) {
    if (!isElement(node)) return
    const { tried, due } = this.lookup.concernedBy(node)
    for (const item of due) this.due.add(item)
    for (const item of tried) if (matches(node, item.selector)) this.apply(item, node)
  }

  private restore(element: HTMLElement) {
    for (const { item, isLost } of this.targets.retake(element)) {
      this.answered.add(item)
      if (isLost) this.giveUp(item, 'contested')
    }
  }
}
