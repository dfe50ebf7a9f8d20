import type { Beginning } from '../loader/begin.ts'
import type { HostOptions } from '../loader/options.ts'
import type { Event, Report } from '../wire/event.ts'
import type { ContentItem, PageRecord } from '../wire/record.ts'
import type { Chunks, EdgeChunk, FollowChunk } from './chunks.ts'
import type { Outbox } from './deliver/outbox.ts'
import { hasEdgesWork } from './first/beginning.ts'
import { watchContainers } from './first/containers.ts'
import { type Applier, type Applying, applyFirst, type First, nothingYet } from './first/first.ts'
import { holdBack, reportOf } from './first/item.ts'
import { whenParsed } from './first/parsing.ts'
import { createReveal, removeHidingSheet, removeWhenRevealed } from './first/reveal.ts'
import { listen, quietly } from './life.ts'
import { OwnPromise } from './own.ts'
import { watchPath } from './path.ts'
import type { Details } from './public.d.ts'
import type { Scheduler } from './scheduler.ts'
import { type Click, hearClicks } from './track/click.ts'
import { mayMeasure } from './track/consent.ts'
import { sendEarly } from './track/leave.ts'
import type { Tracking } from './track/tracking.ts'

/** What has not come by then is given up: no server needs that long. */
const patienceMs = 10_000

/** How long after the page has loaded `ready` waits for what a script may still render. */
const renderedAfterMs = 1000

/** An item without a match this long after the page has loaded is missing. */
const missingAfterMs = 5000

/** What a run needs from the page's object. */
export interface Surroundings {
  options: HostOptions
  chunks: Chunks
  scheduler: Scheduler
  /** What the page last passed to `motif.consent`; `undefined` if it was not called. */
  consent(): boolean | undefined
  /** The outboxes that have something to send, of this run and of those before it. */
  unsent: Set<Outbox>
  /** Dispatches an event to the page's listeners. */
  tell(name: keyof Details, detail: Report | Event): void
}

/** One pattern at work in the page. Everything that it begins ends with it. */
export interface Run {
  pattern: string
  /** The first report that covers every item; an empty one if the record did not come. */
  report: Promise<Report>
  /** Whether it has ended, or had nothing to do. */
  isOver(): boolean
  /** Whether the document is on the path on which it began. On others it rests. */
  isHere(): boolean
  /** The visitor allows or refuses measuring. */
  consent(isGranted: boolean): void
  /** Gives back what the page itself last set, ends tracking and sends what waits. Resolves `report` to another one. */
  end: Settle
}

/** Resolves the promise of a report. */
type Settle = (report: Report | Promise<Report>) => void

/** Continues what the tag has begun: waits for the record, applies it and measures the page. */
export const beginRun = (beginning: Beginning, page: Surroundings): Run => {
  const { pattern, answer, sheet } = beginning
  const { options, chunks, scheduler, consent, unsent, tell } = page
  const life = new AbortController()
  const { signal } = life
  const began = performance.now()
  const isPreview = location.search.includes('motif-preview')
  let clicks: Click[] = []
  /** Whether the record has come. Who leaves before that has seen the page's own content. */
  let isVisited = false
  let record: PageRecord | undefined
  let applier: Applier | undefined
  /** Ends the applier: with the run, and whenever the document goes to another path. */
  let staying = new AbortController()
  let tracking: Tracking | undefined
  /** The latest report that the page was told. */
  let latest: Report | undefined
  let isUntold = true
  const containers = watchContainers(signal)
  const reveal = createReveal(beginning, options.hide)
  const isByEdge = hasEdgesWork(pattern)
  const edgeAsked = isByEdge ? chunks.edge().catch(() => undefined) : undefined
  let edge: EdgeChunk | undefined
  /** What follows the edge's work, instead of first writes. */
  let byEdge: FollowChunk | undefined
  let followAsked: Promise<FollowChunk | undefined> | undefined
  let settle: Settle = () => {}
  const report = new OwnPromise<Report>((resolve) => {
    settle = resolve
  })

  const personalise = async () => {
    const received = await receive(pattern, answer, scheduler)
    if (signal.aborted) return
    if (!received || (options.late === 'skip' && sheet.disabled)) return fail()
    if (isByEdge || received.content.length) askFollow()
    preload(received, chunks)
    know(received.analytics)
    isVisited = true
    edge = await edgeAsked
    byEdge = edge && (await followAsked)
    if (signal.aborted) return
    record = received
    if (place.isHere()) apply(record)
    listen(['DOMContentLoaded', 'load'], progress, signal)
    // Browsers request the items' pictures in a microtask: they come before the chunk that measures. Not a timer, because
    // a page may have replaced its clock.
    await undefined
    // Who cannot be measured is personalised all the same, also when the document comes back to its path.
    await measure(received).catch(() => {})
  }

  /** Asks for what goes on with the first writes. */
  const askFollow = () => {
    followAsked ??= inTime(chunks.follow(), scheduler).catch(() => undefined)
  }

  /** Applies the record to the page, until the run ends or the document goes to another path. */
  const apply = ({ content }: PageRecord) => {
    // Without the files that know the edge's work nobody knows the page's own content: it stays as the edge has made it.
    if (isByEdge && !byEdge) return leaveAsItIs()
    staying = new AbortController()
    const { signal } = staying
    const applying: Applying = {
      scheduler,
      containers,
      signal,
      onState,
      onChange,
      awaitFor: (item, isThere) =>
        holdBack(item, isThere, (isGood) => {
          if (!isGood && !signal.aborted) applier?.giveUp(item)
          onChange()
        }),
    }
    if (byEdge) applier = byEdge.follow(nothingYet(content), { ...applying, pattern, edge, chunks })
    else {
      const first = applyFirst(content, applying)
      applier = first
      goOn(first, applying).catch(() => quietly(first.stayAlone))
    }
    onState()
    onChange()
    progress()
  }

  /** Goes on with what was written first, once the chunk for that has come. */
  const goOn = async (first: First, applying: Applying) => {
    const chunk = await followAsked
    if (applying.signal.aborted) return
    if (!chunk) return first.stayAlone()
    applier = first.handOver((writes) => chunk.follow(writes, { ...applying, chunks }))
    onChange()
  }

  /** The document has gone to another path, and the items rest; or it is back. */
  const move = () => {
    if (!place.isHere()) rest()
    else if (record) apply(record)
    tracking?.moved()
  }

  /** Gives back everything, also what is hidden: the page has another route. */
  const rest = () => {
    staying.abort()
    applier = undefined
    removeHidingSheet(beginning)
    settle(latest ?? reportOf([]))
  }

  /** Ends the run without a record. */
  const fail = () => {
    life.abort()
    leaveAsItIs()
  }

  const leaveAsItIs = () => {
    removeHidingSheet(beginning)
    whenParsed(() => settle(reportOf([])), scheduler)
  }

  const onState = () => {
    isUntold = true
  }

  const onChange = () => {
    if (!applier || signal.aborted || !place.isHere()) return
    tracking?.pageChanged()
    reveal(applier.items)
    tellReport(applier)
  }

  /** The document has been parsed, or has loaded: items may be settled now, or missing a while later. */
  const progress = () => {
    if (!applier) return
    tellReport(applier)
    if (document.readyState !== 'complete') return
    scheduler.after(missingAfterMs, missWhatIsNotThere, signal)
    scheduler.after(renderedAfterMs, () => latest?.applied[0] !== undefined && settle(latest), signal)
  }

  /** What waits for a framework may wait for ever: `ready` does not. */
  const missWhatIsNotThere = () => {
    applier?.miss()
    if (applier) settle(reportOf(applier.items))
  }

  /** Tells the page the report: once the items that can be applied so far are settled, and whenever it has changed. */
  const tellReport = ({ items, isSettled }: Applier) => {
    if (!isUntold || document.readyState === 'loading' || !isSettled()) return
    isUntold = false
    latest = reportOf(items)
    if (items.every(({ state }) => state)) settle(latest)
    tell('applied', latest)
    tracking?.report(latest)
  }

  const measure = async (record: PageRecord) => {
    const { startTracking } = await (isPreview ? chunks.preview() : chunks.track())
    if (signal.aborted) return
    tracking = startTracking({
      record,
      host: options.host,
      options,
      consent: consent(),
      isHere: place.isHere,
      clicks,
      chunks,
      scheduler,
      unsent,
      tell: (event) => tell(event.type, event),
    })
    if (latest) tracking.report(latest)
  }

  /** Sends a visit that ends before measuring has begun. */
  const leave = () => {
    if (isVisited && !tracking && !isPreview && mayMeasure(options, consent()))
      sendEarly(options.host, pattern, clicks, latest, began)
    clicks = []
  }

  const place = watchPath(signal, move)
  signal.addEventListener('abort', () => staying.abort())
  // A click is judged once the record is there, but consent counts as it is when the click is made.
  const counts = () => place.isHere() && (tracking || mayMeasure(options, consent()))
  const { know, forget } = hearClicks(scheduler, signal, counts, (click) =>
    tracking ? tracking.click(click) : clicks.push(click),
  )
  listen(['pagehide'], leave, signal)
  removeWhenRevealed(beginning, scheduler, signal)
  // What a framework may still hydrate waits for both: they come beside the record.
  if (containers.isFrameworkLikely()) {
    askFollow()
    chunks.frameworks().catch(() => {})
  }
  personalise().catch(() => {
    if (!applier) fail()
  })
  return {
    pattern,
    report,
    isOver: () => signal.aborted,
    isHere: place.isHere,
    consent(isGranted) {
      if (!isGranted) {
        clicks = []
        forget()
      }
      tracking?.consent(isGranted)
    },
    end(next) {
      life.abort()
      removeHidingSheet(beginning)
      if (tracking) tracking.stop()
      else quietly(leave)
      settle(next)
    },
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isItem = (item: Partial<ContentItem> | null) => isText(item?.selector)

/** What a promise resolves to, if that is in time. */
const inTime = <Value>(promise: Promise<Value> | undefined, { after }: Scheduler) =>
  OwnPromise.race([
    promise,
    new OwnPromise<undefined>((resolve) => after(patienceMs, () => resolve(undefined))),
  ])

/** Asks for the files that a record needs, beside the one that will use them. */
const preload = ({ content }: PageRecord, { html, sanitiser }: Chunks) => {
  if (!content.some((item) => item?.type === 'html')) return
  html().catch(() => {})
  if (!('setHTML' in Element.prototype)) sanitiser().catch(() => {})
}

/** The record, if it comes in time, belongs to this pattern, and has a list of items. */
const receive = async (
  pattern: string,
  answer: Beginning['answer'],
  scheduler: Scheduler,
): Promise<PageRecord | undefined> => {
  const record = await inTime(
    answer?.then((response) => response?.json?.()),
    scheduler,
  )
  const isAnothers = record?.pattern !== undefined && record.pattern !== pattern
  const isList = Array.isArray(record?.content)
  if (isAnothers || !isList || (record.content.length && !record.content.some(isItem))) return undefined
  return {
    ...record,
    analytics: [record.analytics].flat().filter((item) => item?.id && isItem(item) && isText(item.type)),
  }
}
