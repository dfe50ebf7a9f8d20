import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'
import type { Chunks, EdgeChunk, HtmlChunk } from '../chunks.ts'
import { quietly } from '../life.ts'
import type { Scheduler } from '../scheduler.ts'
import { selectAll } from '../select.ts'
import { readChanges } from './changes.ts'
import type { Originals } from './clones.ts'
import type { Containers } from './containers.ts'
import { createFrameworkGate } from './framework-gate.ts'
import { type Item, toItem } from './item.ts'
import type { Kind, Tools } from './kinds/kind.ts'
import { accepts, kinds } from './kinds.ts'
import { labels } from './labels.ts'
import { isLoaded } from './pictures.ts'
import { createTargets } from './targets.ts'
import { createWaiting } from './waiting.ts'
import { attributesOf, wordsOf } from './words.ts'

/** What applying needs. */
interface Request {
  /** The record's pattern: what the edge did for it is taken over. */
  pattern?: string
  /** Takes over what the edge did, if the page came by it. */
  edge?: EdgeChunk | undefined
  content: Partial<ContentItem>[]
  chunks: Pick<Chunks, 'html' | 'sanitiser' | 'frameworks'>
  scheduler: Scheduler
  containers: Containers
  /** Ends it: nothing is applied afterwards, and everything is given back. */
  signal: AbortSignal
  /** Called when the report has changed. */
  onState(): void
  /** Called after every change in the document. */
  onChange(): void
}

/** A record's items at work in the page. */
export interface Applier {
  items: Item[]
  /** Whether no item waits to be applied to something that is in the page. */
  isSettled(): boolean
  /** Marks items without a match as missing. */
  miss(): void
}

/** What is looked up once for all targets of an item. */
interface Looked {
  originals: Originals
  frameworkOf: Tools['frameworkOf']
}

/** So long a report waits for items whose targets a framework has still to hydrate. */
const settlingMs = 5000

/**
 * Applies a record's items to all their targets, also to those that are added later, and again if the page writes over
 * them, until the signal ends it.
 */
export const applyContent = ({
  pattern,
  edge,
  content,
  chunks,
  scheduler,
  containers,
  signal,
  onState,
  onChange,
}: Request): Applier => {
  const items = content.map(toItem)
  const began = performance.now()
  /** Items whose targets have to be looked for. */
  const due = new Set(items)
  /** Words of what was added, removed or changed since the last look for targets, and the items that each word concerns. */
  const words = new Set<string>()
  const itemsByWord = new Map<string, Item[]>()
  for (const item of items)
    for (const word of wordsOf(item)) {
      const others = itemsByWord.get(word)
      if (others) others.push(item)
      else itemsByWord.set(word, [item])
    }
  /**
   * The attributes by which an element can become a target. Observed are also those that items write: an item type has
   * the name of its attribute.
   */
  const attributes = new Set(['class', 'id', 'data-content', ...items.flatMap(attributesOf)])
  const observed = new Set([
    ...attributes,
    ...Object.keys(kinds),
    'srcset',
    'media',
    'ssr',
    'placeholder',
    ...labels,
  ])
  /** What a look has found, until all clones are known. */
  const takes: [Item, HTMLElement][] = []
  let isLookingSoon = false

  const setState = (item: Item, state: keyof Report) => {
    if (item.state !== state) onState()
    item.state = state
  }

  /** Ends an item: its targets are given back, and nothing more is tried. */
  const giveUp = (item: Item, state: 'refused' | 'contested') => {
    item.isOver = true
    targets.release(item)
    setState(item, state)
  }

  const apply = (item: Item, element: HTMLElement, { originals, frameworkOf }: Looked) => {
    if (item.isOver || (item.type === 'html' && !item.html)) return
    if (!accepts(item, element)) {
      if (item.state !== 'applied') setState(item, 'refused')
    } else if (
      edge?.isComing(item, element, pattern) ||
      (edge && isCleaning() && edge.isInHtml(element, pattern)) ||
      (frameworkOf(element)?.isHydrating(element) ?? true)
    ) {
      item.isAwaited = true
      waiting.add(item)
    } else if (!targets.adopt(item, element, originals)) takes.push([item, element])
  }

  /** Whether HTML is still being sanitised. */
  const isCleaning = () => items.some(({ type, html, isOver }) => type === 'html' && !html && !isOver)

  /** An item that throws does not stop the others. */
  const attempt = (item: Item, run: () => void) => {
    try {
      run()
    } catch {
      giveUp(item, 'refused')
    }
  }

  const find = (item: Item, frameworkOf: Looked['frameworkOf']) => {
    const found = selectAll(item.selector)
    item.isAwaited = false
    const looked = { originals: targets.originalsOf(item), frameworkOf }
    for (let at = 0; at < found.length; at++) apply(item, found[at] as HTMLElement, looked)
  }

  /** Looks for targets, at most once a frame. What becomes due meanwhile waits for the next frame, and is done before its paint. */
  const look = () => {
    for (const word of words) for (const item of itemsByWord.get(word) ?? []) due.add(item)
    words.clear()
    if (!due.size || isLookingSoon) return
    isLookingSoon = true
    scheduler.beforePaint(lookNext, signal)
    const now = [...due]
    due.clear()
    findAll(now)
  }

  /** The last item first, because it wins where two have one target: a clone then has that one's words. */
  const findAll = (some: Item[]) => {
    const frameworkOf = seeFrameworks()
    for (const item of some.sort((one, other) => other.index - one.index))
      attempt(item, () => find(item, frameworkOf))
    for (const [item, element] of takes.splice(0)) attempt(item, () => take(item, element))
  }

  /** HTML that was put in meanwhile may have replaced a target. */
  const take = (item: Item, element: HTMLElement) => {
    if (item.isOver || !element.isConnected) return
    targets.take(item, element)
    setState(item, 'applied')
  }

  const lookNext = () => {
    if (!isLookingSoon) return
    isLookingSoon = false
    look()
    onChange()
  }

  /** Keeps an item hidden until what it needs is there, and gives it up if that fails. */
  const awaitFor = async (item: Item, isThere: Promise<unknown>) => {
    item.loading++
    const isGood = await isThere
    item.loading--
    quietly(() => {
      if (!isGood && !signal.aborted) giveUp(item, 'refused')
      onChange()
    })
  }

  let html: Kind | undefined
  let asked: Promise<HtmlChunk | undefined> | undefined
  const askHtml = () => {
    asked ??= chunks.html().catch(() => undefined)
    return asked
  }
  const clean = async (html: string) =>
    (await askHtml())?.sanitise(html, chunks.sanitiser).catch(() => undefined)

  /** In the order of the record: a file that several items ask for reaches them in any order. */
  const prepare = async (item: Item, former: Promise<unknown> | undefined) => {
    // Beside the file that will need it.
    if (!('setHTML' in Element.prototype)) chunks.sanitiser().catch(() => {})
    html = (await askHtml())?.html
    const cleaned = await clean(item.payload)
    await former
    item.html = cleaned
    if (!signal.aborted) findAll([item])
    return item.html
  }

  /** Applies items again where the page has written over them, and to new elements. */
  const follow = (records: MutationRecord[]) => {
    targets.beginRound()
    readChanges(records, { attributes, targets, words }).forEach(targets.retake)
    for (const item of waiting.stir()) due.add(item)
    look()
    onChange()
  }

  const observe = () =>
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeOldValue: true,
      attributeFilter: [...observed],
    })

  const seeFrameworks = createFrameworkGate(chunks.frameworks, containers, () => {
    if (signal.aborted) return
    targets.retakeAll()
    waiting.retry()
  })
  const waiting = createWaiting(
    scheduler,
    (some) => {
      findAll(some)
      onChange()
    },
    signal,
  )
  const targets = createTargets({
    frameworkOf: (element) => seeFrameworks()(element),
    awaitPicture: (item, image, isOld) => awaitFor(item, isLoaded(image, signal, isOld)),
    after: (ms, run) => scheduler.after(ms, run, signal),
    watchStyles() {
      observed.add('style')
      observe()
    },
    items,
    pattern,
    edge,
    html: () => html,
    clean,
    lose: (item) => giveUp(item, 'contested'),
  })
  const observer = new MutationObserver((records) => quietly(() => follow(records)))
  signal.addEventListener('abort', () => {
    // Reads the changes of this task too: a clone of a target must be known before it is given back.
    isLookingSoon = false
    quietly(() => follow(observer.takeRecords()))
    observer.disconnect()
    targets.end()
  })
  look()
  observe()
  let former: Promise<unknown> | undefined
  for (const item of items)
    if (item.type === 'html') {
      former = prepare(item, former)
      awaitFor(item, former)
    }
  return {
    items,
    isSettled: () =>
      !due.size &&
      (waiting.isEmpty() || performance.now() - began > settlingMs) &&
      items.every(({ state, loading }) => state || !loading),
    miss() {
      targets.takeLeft()
      for (const item of items) if (!item.state && !item.isAwaited) setState(item, 'missing')
      onChange()
    },
  }
}
