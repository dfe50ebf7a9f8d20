import { type Beginning, whenParsed } from '../loader/begin.ts'
import { openCurtain } from '../loader/curtain.ts'
import type { Options } from '../loader/options.ts'
import type { Event, Report } from '../wire/event.ts'
import type { PageRecord } from '../wire/record.ts'
import { type Applier, applyContent } from './apply/applier.ts'
import { reportOf } from './apply/item.ts'
import type { Chunks } from './chunks.ts'
import { after, listen } from './life.ts'
import { removeCurtain, revealDone } from './reveal.ts'
import { type Click, hearClicks } from './track/click.ts'
import { mayMeasure } from './track/consent.ts'
import { sendEarly } from './track/leave.ts'
import type { Tracking } from './track/tracking.ts'

/** What no server needs: then the record is given up. */
const patienceMs = 10_000

/** So long after the page has loaded `ready` waits for what a script may render. */
const renderedAfterMs = 1000

/** An item without a match so long after the page has loaded is missing. */
const missingAfterMs = 5000

/** What a run needs to know of the page's object. */
export interface Surroundings {
  options: Options & { host: string }
  chunks: Chunks
  /** What the page has said by `motif.consent`; `undefined`: nothing. */
  consent(): boolean | undefined
  /** Tells the page's listeners. */
  tell(name: 'applied' | Event['type'], detail: Report | Event): void
}

/** One pattern at work in the page. All that it begins ends with it. */
export interface Run {
  pattern: string
  /** The first report that tells of every item; an empty one where the record did not come, or the run ended before. */
  report: Promise<Report>
  /** Whether it has ended, or had nothing to do. */
  isOver(): boolean
  /** The visitor allows measuring, or refuses. */
  consent(isGranted: boolean): void
  /** Gives back what the page itself last set, ends tracking and sends what waits. */
  end(): void
}

/** Goes on with what the tag has begun: waits for the record, applies it and measures the page. */
export const beginRun = ({ pattern, response, curtain }: Beginning, page: Surroundings): Run => {
  const { options, chunks, consent, tell } = page
  const life = new AbortController()
  const { signal } = life
  const began = performance.now()
  let clicks: Click[] = []
  let applier: Applier | undefined
  let tracking: Tracking | undefined
  /** The report as it was told last. */
  let latest: Report | undefined
  let isUntold = false
  let settle: (report: Report) => void
  const report = new Promise<Report>((resolve) => {
    settle = resolve
  })

  const { know } = hearClicks(signal, (click) => {
    if (tracking) tracking.click(click)
    else if (mayMeasure(options, consent())) clicks.push(click)
  })

  const personalise = async () => {
    const record = await receive(pattern, response)
    if (signal.aborted) return
    if (!record || (options.late === 'skip' && curtain.isOpen)) return fail()
    know(record.analytics)
    applier = applyContent({ content: record.content, chunks, signal, onChange })
    applier.begin()
    listen(['DOMContentLoaded', 'load'], ripen, signal)
    ripen()
    listen(['pagehide'], () => leave(record), signal)
    await measure(record)
  }

  /** The page is as it is. */
  const fail = async () => {
    life.abort()
    openCurtain(curtain)
    await whenParsed()
    settle(reportOf([]))
  }

  const onChange = (isReported: boolean) => {
    if (!applier || signal.aborted) return
    isUntold ||= isReported
    tracking?.pageChanged()
    revealDone(curtain, applier.items, options.hide)
    tellReport(applier)
  }

  /** The document has come further: what is there may be settled, and what is not may be missing. */
  const ripen = () => {
    if (!applier) return
    tellReport(applier)
    if (document.readyState !== 'complete') return
    after(missingAfterMs, applier.miss, signal)
    after(renderedAfterMs, () => latest?.applied[0] !== undefined && settle(latest), signal)
  }

  /** Tells how things are once all that the page has so far is settled, and when that has changed. */
  const tellReport = ({ items, isSettled }: Applier) => {
    if (!isUntold || document.readyState === 'loading' || !isSettled()) return
    isUntold = false
    latest = reportOf(items)
    if (items.every(({ state }) => state)) settle(latest)
    tell('applied', latest)
    tracking?.report(latest)
  }

  /** Measures the page, or shows in it what would be measured. Without the chunk the page is personalised all the same. */
  const measure = async (record: PageRecord) => {
    const isPreview = location.search.includes('motif-preview')
    const { startTracking } = await (isPreview ? chunks.preview() : chunks.track())
    if (signal.aborted) return
    tracking = startTracking({
      record,
      host: options.host,
      options,
      consent: consent(),
      clicks,
      chunks,
      tell: (event) => tell(event.type, event),
    })
    if (latest) tracking.report(latest)
  }

  /** Who leaves before the page is measured is known all the same. */
  const leave = (record: PageRecord) => {
    if (!tracking && mayMeasure(options, consent())) sendEarly(options.host, record, clicks, latest, began)
    clicks = []
  }

  personalise().catch(() => {
    if (!applier) fail()
  })
  return {
    pattern,
    report,
    isOver: () => signal.aborted,
    consent(isGranted) {
      if (!isGranted) clicks = []
      tracking?.consent(isGranted)
    },
    end() {
      life.abort()
      removeCurtain(curtain)
      tracking?.stop()
      settle(reportOf([]))
    },
  }
}

/** The record, where one comes in time, and it is this pattern's. What is no list of items is none. */
const receive = async (pattern: string, response: Beginning['response']): Promise<PageRecord | undefined> => {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  const record = await Promise.race([response.then((answer) => answer?.json()), tooLate])
  if (record?.pattern !== pattern || !Array.isArray(record.content)) return undefined
  const { analytics } = record
  return { ...record, analytics: Array.isArray(analytics) ? analytics.filter((item) => item?.id) : [] }
}
