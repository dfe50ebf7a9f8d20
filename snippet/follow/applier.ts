import type { Following, HtmlChunk } from '../chunks.ts'
import { isArriving } from '../first/arriving.ts'
import { type Applier, type FirstWrites, observe, usualAttributes } from '../first/first.ts'
import { type Item, setState } from '../first/item.ts'
import { isLoaded } from '../first/pictures.ts'
import { listen, quietly } from '../life.ts'
import { selectAll } from '../select.ts'
import { readChanges } from './changes.ts'
import type { Originals } from './clones.ts'
import { createFrameworkGate } from './framework-gate.ts'
import type { KeepingTools, KeptKind } from './kind.ts'
import { accepts } from './kinds.ts'
import { createTargets } from './targets.ts'
import { createWaiting } from './waiting.ts'
import { attributesOf, wordsOf } from './words.ts'

/** What is looked up once for all targets of an item. */
interface Looked {
  originals: Originals
  frameworkOf: KeepingTools['frameworkOf']
}

/** So long a report waits for items whose targets a framework has still to hydrate. */
const settlingMs = 5000

/**
 * Goes on with a record's items where the first writes end: applies them to all their targets, also to those that are added
 * later, and again if the page writes over them, until the signal ends it.
 */
export const follow = (writes: FirstWrites, request: Following): Applier => {
  const { pattern, edge, chunks, scheduler, containers, signal, onState, onChange, awaitFor } = request
  const { items } = writes
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
  /** The attributes by which an element can become a target. */
  const attributes = new Set([...usualAttributes, ...items.flatMap(attributesOf)])
  const observed = new Set([...attributes, 'ssr'])
  /** What a look has found, until all clones are known. */
  const takes: [Item, HTMLElement, Originals][] = []
  /** Items at an element without a background picture: a script, or a style sheet, may bring it late. */
  const bare = new Set<Item>()
  let isLookingSoon = false

  /** Ends an item: its targets are given back, and nothing more is tried. */
  const giveUp = (item: Item, state: 'refused' | 'contested' = 'refused') => {
    item.isOver = true
    targets.release(item, state === 'refused')
    setState(item, state, onState)
    if (state === 'contested') return
    // Another item may have its targets now.
    for (const one of items) due.add(one)
    look()
  }

  const apply = (item: Item, element: HTMLElement, { originals, frameworkOf }: Looked) => {
    if (item.isOver) return
    if (item.type === 'html' && !item.html) item.isAwaited = true
    else if (!accepts(item, element)) {
      if (item.state !== 'applied') setState(item, 'refused', onState)
      if (item.type === 'src') awaitBackground(item)
    } else if (
      isArriving(item, element) ||
      edge?.isComing(item, element, pattern) ||
      (edge && isCleaning() && edge.isInHtml(element, pattern)) ||
      (frameworkOf(element)?.isHydrating(element) ?? true)
    ) {
      item.isAwaited = true
      waiting.add(item)
    } else if (!targets.adopt(item, element, originals)) takes.push([item, element, originals])
  }

  const awaitBackground = (item: Item) => {
    bare.add(item)
    watchStyles()
  }

  /** Whether HTML is still being sanitised. */
  const isCleaning = () => items.some(({ type, html, isOver }) => type === 'html' && !html && !isOver)

  /** An item that throws does not stop the others. */
  const attempt = (item: Item, run: () => void) => {
    try {
      run()
    } catch {
      giveUp(item)
    }
  }

  const find = (item: Item, frameworkOf: Looked['frameworkOf']) => {
    const found = selectAll(item.selector)
    item.isAwaited = false
    bare.delete(item)
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
    for (const [item, element, originals] of takes.splice(0))
      attempt(item, () => take(item, element, originals))
  }

  /** HTML that was put in meanwhile may have replaced a target. */
  const take = (item: Item, element: HTMLElement, originals: Originals) => {
    if (item.isOver || !element.isConnected) return
    targets.take(item, element, originals)
    setState(item, 'applied', onState)
  }

  const lookNext = () => {
    if (!isLookingSoon) return
    isLookingSoon = false
    look()
    onChange()
  }

  let html: KeptKind | undefined
  let asked: Promise<HtmlChunk | undefined> | undefined
  const askHtml = () => {
    asked ??= chunks.html().catch(() => undefined)
    return asked
  }
  const clean = async (html: string) =>
    (await askHtml())?.sanitise(html, chunks.sanitiser).catch(() => undefined)

  /** In the order of the record: a file that several items ask for reaches them in any order. */
  const prepare = async (item: Item, former: Promise<unknown> | undefined) => {
    html = (await askHtml())?.html
    const cleaned = await clean(item.payload)
    await former
    item.html = cleaned
    if (!signal.aborted) findAll([item])
    return item.html
  }

  /** Applies items again where the page has written over them, and to new elements. */
  const readPage = (records: MutationRecord[]) => {
    targets.beginRound()
    readChanges(records, { attributes, targets, words }).forEach(targets.retake)
    if (words.has('style')) restyleSoon()
    for (const item of [...waiting.stir(), ...bare]) due.add(item)
    look()
    onChange()
  }

  const watch = () => observe(observer, observed)

  const watchStyles = () => {
    if (observed.has('style')) return
    observed.add('style')
    watch()
  }

  const restyle = () =>
    quietly(() => {
      targets.restyle()
      readPage([])
    })

  /** Before the next paint: the page may apply a style sheet only when it hears that it has loaded. */
  const restyleSoon = () => scheduler.beforePaint(restyle, signal)

  /** No event of the window tells that a style sheet has loaded. */
  const hearSheet = ({ target }: Event) => {
    if ((target as Element).localName === 'link') restyleSoon()
  }

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
    awaitPicture: (item, image, isOld, source) => awaitFor(item, isLoaded(image, signal, isOld, source)),
    after: (ms, run) => scheduler.after(ms, run, signal),
    watchStyles,
    ...writes,
    pattern,
    edge,
    html: () => html,
    clean,
    lose: (item) => giveUp(item, 'contested'),
  })
  const observer = new MutationObserver((records) => quietly(() => readPage(records)))
  /** Reads the changes of this task too: a clone of a target must be known before it is given back. */
  const catchUp = () => {
    isLookingSoon = false
    quietly(() => readPage(observer.takeRecords()))
  }
  signal.addEventListener('abort', () => {
    catchUp()
    observer.disconnect()
    quietly(targets.end)
  })
  targets.goOn()
  readPage(writes.changes)
  targets.restyle()
  watch()
  document.addEventListener('load', hearSheet, { capture: true, signal })
  listen(['resize'], restyleSoon, signal)
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
      // What loads without a state is HTML that waits for its sanitiser.
      items.every(({ state, loading }) => state || !loading),
    giveUp(item) {
      catchUp()
      giveUp(item)
    },
    miss() {
      targets.takeLeft()
      for (const item of items) if (!item.state && !item.isAwaited) setState(item, 'missing', onState)
      onChange()
    },
  }
}
