import type { Beginning } from '../loader/begin.ts'
import { whenParsed } from '../loader/begin.ts'
import { openCurtain } from '../loader/curtain.ts'
import type { Options } from '../loader/options.ts'
import type { Event, Report } from '../wire/event.ts'
import type { AnalyticsItem, PageRecord } from '../wire/record.ts'
import { type Applier, applyContent } from './apply/applier.ts'
import { reportOf } from './apply/item.ts'
import type { Chunks, TrackChunk } from './chunks.ts'
import { removeCurtain, revealDone } from './reveal.ts'
import { after } from './life.ts'
import { type Click, hearClicks } from './track/click.ts'
import { mayMeasure } from './track/consent.ts'
import { sendEarly } from './track/leave.ts'
import type { Tracking } from './track/tracking.ts'

/** What no server needs: then the record is given up. */
const patienceMs = 10_000

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
export class Run {
  readonly pattern: string
  /** The first report that tells of every item; an empty one where the record did not come, or the run ended before. */
  readonly report: Promise<Report>
  private readonly surroundings: Surroundings
  private readonly beginning: Beginning
  private readonly life = new AbortController()
  private readonly began = performance.now()
  private readonly clicks: Click[] = []
  private readonly heard = hearClicks(this.life.signal, (click) => this.hear(click))
  private applier: Applier | undefined
  private tracking: Tracking | undefined
  private latest: Report | undefined
  /** Whether the report has changed since it was told. */
  private isUntold = false
  private settle!: (report: Report) => void

  constructor(beginning: Beginning, surroundings: Surroundings) {
    this.beginning = beginning
    this.surroundings = surroundings
    this.pattern = beginning.pattern
    this.report = new Promise((resolve) => {
      this.settle = resolve
    })
    this.personalise().catch(() => this.fail())
  }

  /** Whether the run has ended, or had nothing to do. */
  get isOver(): boolean {
    return this.life.signal.aborted
  }

  /** The visitor allows measuring, or refuses. */
  consent(isGranted: boolean): void {
    if (!isGranted) this.clicks.length = 0
    this.tracking?.consent(isGranted)
  }

  /** Gives back what the page itself last set, ends tracking and sends what waits. */
  end(): void {
    this.life.abort()
    removeCurtain(this.beginning.curtain)
    this.tracking?.stop()
    this.settle(reportOf([]))
  }

  private async personalise() {
    const record = await this.receive()
    const { options } = this.surroundings
    if (this.isOver) return
    if (!record || (options.late === 'skip' && this.beginning.curtain.isOpen)) return this.fail()
    this.heard.know(record.analytics)
    this.apply(record)
    this.watchLeaving(record)
    this.measure(record)
  }

  /** The record, where one comes in time, and it is this pattern's. */
  private async receive(): Promise<PageRecord | undefined> {
    const answer = this.beginning.response.then((response) => response?.json())
    const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
    const record: Partial<PageRecord> | undefined | null = await Promise.race([answer, tooLate])
    if (record?.pattern !== this.pattern || !Array.isArray(record.content)) return undefined
    return { ...(record as PageRecord), analytics: listOf(record.analytics) }
  }

  /** The page is as it is. */
  private async fail() {
    this.life.abort()
    openCurtain(this.beginning.curtain)
    await whenParsed()
    this.settle(reportOf([]))
  }

  private apply({ content }: PageRecord) {
    const { signal } = this.life
    this.applier = applyContent({
      content,
      chunks: this.surroundings.chunks,
      signal,
      onChange: (isReported) => this.change(isReported),
    })
    for (const type of ['DOMContentLoaded', 'load']) addEventListener(type, () => this.ripen(), { signal })
    this.change(true)
    this.ripen()
  }

  /** The document has come further: what is there may be settled, and what is not may be missing. */
  private ripen() {
    this.tell()
    if (document.readyState === 'complete') after(missingAfterMs, () => this.applier?.miss(), this.life.signal)
  }

  private change(isReported: boolean) {
    if (this.isOver) return
    this.isUntold ||= isReported
    this.tracking?.pageChanged()
    if (this.applier) revealDone(this.beginning.curtain, this.applier.items, this.surroundings.options.hide)
    this.tell()
  }

  /** Tells how things are once all that the page has so far is settled, and when that has changed. */
  private tell() {
    if (!this.isUntold || document.readyState === 'loading' || !this.applier?.isSettled()) return
    this.isUntold = false
    this.latest = reportOf(this.applier.items)
    if (this.applier.items.every(({ state }) => state)) this.settle(this.latest)
    this.surroundings.tell('applied', this.latest)
    this.tracking?.report(this.latest)
  }

  private hear(click: Click) {
    const { options, consent } = this.surroundings
    if (this.tracking) this.tracking.click(click)
    else if (mayMeasure(options, consent())) this.clicks.push(click)
  }

  /** Measures the page, or shows in it what would be measured. Without the chunk the page is personalised all the same. */
  private async measure(record: PageRecord) {
    const { options, chunks, consent, tell } = this.surroundings
    const isPreview = location.search.includes('motif-preview')
    const chunk: TrackChunk = await (isPreview ? chunks.preview() : chunks.track())
    if (this.isOver) return
    this.tracking = chunk.startTracking({
      record,
      host: options.host,
      options,
      consent: consent(),
      clicks: this.clicks.splice(0),
      chunks,
      tell: (event) => tell(event.type, event),
    })
    if (this.latest) this.tracking.report(this.latest)
  }

  /** Who leaves before the page is measured is known all the same. */
  private watchLeaving(record: PageRecord) {
    const { options, consent } = this.surroundings
    const leave = () => {
      if (this.tracking || !mayMeasure(options, consent())) return
      sendEarly(options.host, record, this.clicks.splice(0), this.latest, this.began)
    }
    addEventListener('pagehide', leave, { signal: this.life.signal })
  }
}

/** What came as a list of analytics items, without what is none. */
const listOf = (analytics: unknown): AnalyticsItem[] =>
  Array.isArray(analytics) ? analytics.filter((item) => item?.id) : []
