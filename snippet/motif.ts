import type { Options } from '../loader/options.ts'
import { askRecord, hideTargets, hidingRules, isPattern, type Run, readLink } from '../loader/run.ts'
import type { Handover } from '../loader/stub.ts'
import type { Event as Counted, Report } from '../wire/event.ts'
import type { PageRecord } from '../wire/record.ts'
import { applyContent, finish, isSettled, missItems, stopContent } from './apply/index.ts'
import { type Item, reportOf } from './apply/item.ts'
import type { Chunks, TrackChunk } from './chunks.ts'
import type { Motif, StartOptions } from './public.d.ts'
import { type Click, hearClicks } from './track/click.ts'
import { mayMeasure } from './track/consent.ts'
import { sendEarly } from './track/leave.ts'
import type { Tracking } from './track/tracking.ts'

declare const version: string

/** What no server needs: then the record is given up. */
const patienceMs = 10_000

/** An item without a match so long after the page has loaded is missing. */
const missingAfterMs = 5000

/** The chunks, for a host. */
export type Loader = (host: string) => Chunks

/** The object that the page knows. */
let motif: { -readonly [Key in keyof Motif]?: Motif[Key] }
/** What `start` was given last, over the tag's attributes. */
let options: Options & { host: string }
/** Answers `ready`. */
let settle: (report: Report | Promise<Report>) => void
let run: Run | undefined
let items: Item[] = []
let tracking: Tracking | undefined
let isGranted: boolean | undefined
/** Clicks that wait for what measures. */
let early: Click[] = []
let clicks: ReturnType<typeof hearClicks> | undefined
let hearing = new AbortController()
let leaving = new AbortController()
let record: PageRecord | undefined
let beganAt = 0
/** Whether the report has not been told since it changed. */
let isUntold: boolean
let report: Report | undefined
/** Has the chunk of this name, `track`, or `preview` where the link asks for it. */
let load: Loader

/** Gives the page's object its methods, and goes on with the run that the loader has begun. */
export const setUp = (object: object, [given, host, , current]: Handover, loader: Loader): Motif => {
  motif = Object.assign(object, { version, start, stop, consent, on })
  options = { ...given, host }
  renew()
  load = loader
  if (current) begin(current)
  return motif as Motif
}

const start = (given?: StartOptions): void => {
  options = { ...options, ...(given as Partial<typeof options>) }
  const pattern = [given?.pattern, readLink(options.param || 'pattern'), options.pattern].find(isPattern)
  if (pattern && pattern === run?.[0]) return
  stop()
  // Who waits for the answer of before gets this one: the function is read before its argument renews it.
  settle(renew())
  if (pattern) {
    const sheet = new CSSStyleSheet()
    begin([pattern, askRecord(options.host, pattern), sheet])
    hideTargets(sheet, options)
  } else settle(reportOf([]))
}

const renew = () => {
  motif.ready = new Promise<Report>((resolve) => {
    settle = resolve
  })
  return motif.ready
}

const stop = (): void => {
  if (!run) return
  run[2].disabled = true
  run = undefined
  stopContent()
  hearing.abort()
  leaving.abort()
  tracking?.stop()
  tracking = undefined
  settle(reportOf([]))
}

const consent = (granted: boolean): void => {
  isGranted = granted
  hear()
  tracking?.consent(granted)
}

/** Hears clicks anew, from now on: those of before are forgotten where they were refused. */
const hear = () => {
  if (!run) return
  if (!mayMeasure(options, isGranted)) {
    hearing.abort()
    early = []
  } else if (hearing.signal.aborted) {
    hearing = new AbortController()
    clicks = hearClicks(hearing.signal, (click) => {
      if (tracking) tracking.click(click)
      else early.push(click)
    })
    if (record) clicks.know(record.analytics)
  }
}

const on: Motif['on'] = (name, listener) => {
  const heard = (event: Partial<CustomEvent>) => listener(event.detail)
  document.addEventListener(`motif:${name}`, heard)
  return () => document.removeEventListener(`motif:${name}`, heard)
}

const begin = async (current: Run) => {
  const [, response, sheet] = current
  run = current
  items = []
  early = []
  record = undefined
  isUntold = false
  report = undefined
  hearing.abort()
  hear()
  try {
    const answer = await Promise.race([response, new Promise<void>((end) => setTimeout(end, patienceMs))])
    const answered: PageRecord = await answer?.json()
    if (run !== current) return
    record = answered
    beganAt = performance.now()
    clicks?.know(record.analytics)
    if (options.late === 'skip' && sheet.disabled) throw 0
    items = applyContent(record.content, options.host, onChange)
    finish()
    const isPreview = location.search.includes('motif-preview')
    if (!isPreview) {
      leaving = new AbortController()
      addEventListener('pagehide', leaveEarly, { signal: leaving.signal })
    }
    const chunks = load(options.host)
    chunks[isPreview ? 'preview' : 'track']()
      .then((chunk) => run === current && track(chunk, answered, chunks))
      .catch(() => {})
  } catch {
    isUntold = sheet.disabled = true
  }
  if (run !== current) return
  for (const type of ['DOMContentLoaded', 'load']) addEventListener(type, ripen)
  ripen()
}

/** The document has come further: what is there may be settled, and what is not may be missing. */
const ripen = () => {
  tell()
  if (document.readyState === 'complete') setTimeout(missItems, missingAfterMs)
}

/** The page is left before its measuring has loaded. */
const leaveEarly = () => {
  if (record && mayMeasure(options, isGranted)) sendEarly(options.host, record, early, report, beganAt)
  early = []
}

/** Measures the page, or shows in it what would be measured. Without the chunk the page is personalised all the same. */
const track = ({ startTracking }: TrackChunk, record: PageRecord, chunks: Chunks) => {
  leaving.abort()
  tracking = startTracking({
    record,
    host: options.host,
    options,
    consent: isGranted,
    clicks: early,
    chunks,
    tell: (event) => emit(event.type, event),
  })
  early = []
  if (report) tracking.report(report)
}

const onChange = (news: number) => {
  tracking?.pageChanged()
  if (news && run) {
    isUntold ||= news > 1
    reveal(run[2])
  }
  tell()
}

/**
 * Reveals, of what the tag hides, all that has no item which is not done: of two items with one target the second
 * reveals. An item that has no target yet hides on until the time-out.
 */
const reveal = (sheet: CSSStyleSheet) => {
  const undone = items.filter((item) => !item.state_ || item.isLoading_)
  sheet.replaceSync(
    hidingRules(
      // `:is` forgives what is no selector, as a `#` before one that is not a bare name makes it.
      undone.map(
        ({ selector_ }) => `:is(${selector_},#${selector_},[data-content=${selector_}]):is(${options.hide})`,
      ),
    ),
  )
}

/** Tells how things are once all that the page has so far is settled, and when that has changed. */
const tell = () => {
  if (!isUntold || document.readyState === 'loading' || !isSettled()) return
  isUntold = false
  report = reportOf(items)
  settle(report)
  emit('applied', report)
  tracking?.report(report)
}

const emit = (name: string, detail: Counted | Report) => {
  if (isOn(options.debug)) console.info('motif', name, detail)
  document.dispatchEvent(new CustomEvent(`motif:${name}`, { detail }))
}

const isOn = (option = 'off') => option !== 'off'
