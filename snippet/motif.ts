import type { Options } from '../loader/options.ts'
import { askRecord, hideTargets, hidingRules, isPattern, type Run, readLink } from '../loader/run.ts'
import type { Handover } from '../loader/stub.ts'
import type { Event as Counted, Report } from '../wire/event.ts'
import type { PageRecord } from '../wire/record.ts'
import { applyContent, finish, isSettled, missItems, stopContent } from './apply/index.ts'
import { type Item, reportOf } from './apply/item.ts'
import type { Chunks } from './chunks.ts'
import type { TrackChunk } from './lazy/track.ts'
import type { Motif, StartOptions } from './public.d.ts'
import type { EarlyClick } from './track/click.ts'
import type { Tracking } from './track/index.ts'

declare const version: string

/** What no server needs: then the record is given up. */
const patienceMs = 10_000

/** An item without a match so long after the page has loaded is missing. */
const missingAfterMs = 5000

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
let early: EarlyClick[]
/** Whether the report has not been told since it changed. */
let isUntold: boolean
let report: Report | undefined
let chunks: Chunks

/** Gives the page's object its methods, and goes on with the run that the loader has begun. */
export const setUp = (object: object, [given, host, , current]: Handover, from: Chunks): Motif => {
  motif = Object.assign(object, { version, start, stop, consent, on })
  options = { ...given, host }
  renew()
  chunks = from
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
  tracking?.stop()
  tracking = undefined
  settle(reportOf([]))
}

const consent = (granted: boolean): void => {
  isGranted = granted
  tracking?.consent(granted)
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
  isUntold = false
  report = undefined
  for (const type of options.consent ? [] : ['click', 'auxclick']) addEventListener(type, keep, true)
  try {
    const answer = await Promise.race([response, new Promise<void>((end) => setTimeout(end, patienceMs))])
    const record: PageRecord = await answer?.json()
    if (run !== current) return
    if (options.late === 'skip' && sheet.disabled) throw 0
    items = applyContent(record.content, chunks.sanitiser, onChange)
    finish()
    chunks[location.search.includes('motif-preview') ? 'preview' : 'track']()
      .then((chunk) => run === current && track(chunk, record))
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

/** The path of an event is known only while it is on its way. */
const keep = (event: Event) => {
  early.push([event, event.composedPath()])
}

/** Measures the page, or shows in it what would be measured. Without the chunk the page is personalised all the same. */
const track = ({ startTracking }: TrackChunk, record: PageRecord) => {
  tracking = startTracking({
    record,
    ...options,
    isGranted_: isGranted,
    early_: early,
    chunks,
    emit: (event) => emit(event.type, event),
  })
  if (report) tracking.report(report)
}

const onChange = (news: number) => {
  tracking?.changed()
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
  const page = window as { dataLayer?: unknown[] }
  if (isOn(options.datalayer) && 'seq' in detail) {
    page.dataLayer ??= []
    page.dataLayer.push({ event: `motif_${name}`, motif: detail })
  }
}

const isOn = (option = 'off') => option !== 'off'
