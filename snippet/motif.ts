import type { Options } from '../loader/options.ts'
import { askRecord, findPattern, hideTargets, type Run } from '../loader/run.ts'
import type { Handover } from '../loader/stub.ts'
import type { Event, Report } from '../wire/event.ts'
import type { PageRecord } from '../wire/record.ts'
import { applyContent, finish, isSettled, missItems, stopContent } from './apply/index.ts'
import { type Item, reportOf } from './apply/item.ts'
import type { PreviewChunk } from './lazy/preview.ts'
import type { Motif, StartOptions } from './public.d.ts'
import { readRecord } from './record.ts'
import { reveal } from './reveal.ts'
import { startTracking, type Tracking } from './track/index.ts'

declare const version: string

/** An item without a match so long after the page has loaded is missing. */
const missingAfterMs = 5000

/** The object that the page knows. */
let motif: { -readonly [Key in keyof Motif]?: Motif[Key] }
/** What `start` is given unless it is given more: the tag's attributes, and where it came from. */
let tag: Options
let host: string
let settle: Handover[3]
let run: Run | undefined
let options: Options
let items: Item[]
let tracking: Tracking | undefined
let isGranted: boolean | undefined
/** Whether the report has not been told since it changed. */
let isUntold: boolean

/**
 * Gives the page's object its methods. After the loader it answers the loader's `ready` and goes on with the run that
 * the loader has begun.
 */
export const setUp = (object: object, [tagOptions, tagHost, , tagSettle, tagRun]: Handover): Motif => {
  motif = Object.assign(object, { version, start, stop, consent, on })
  tag = tagOptions
  host = tagHost
  settle = tagSettle
  if (tagRun) begin(tagRun, tag)
  return motif as Motif
}

/** Makes the object where there was no loader. */
export const makeMotif = (options: Options, from: string): Motif => {
  let answer: Handover[3] = () => {}
  const ready = new Promise<Report>((resolve) => {
    answer = resolve
  })
  return setUp({ ready }, [options, from, new Set(), answer, undefined])
}

const start = (given: StartOptions = {}): void => {
  const wanted: Options = { ...tag, ...given }
  const pattern = findPattern(wanted, given.pattern)
  if (!pattern) setTimeout(() => run || settle(reportOf([])))
  if (!pattern || pattern === run?.[0]) return
  stop()
  const settleFormer = settle
  motif.ready = new Promise((resolve) => {
    settle = resolve
  })
  settleFormer(motif.ready)
  host = wanted.host || host
  const sheet = new CSSStyleSheet()
  begin([pattern, askRecord(host, pattern), sheet], wanted)
  hideTargets(sheet, wanted)
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

const begin = async (current: Run, wanted: Options) => {
  run = current
  options = wanted
  items = []
  isUntold = true
  const record = await readRecord(current[1]).catch(() => {})
  if (run !== current) return
  if (record && (wanted.late !== 'skip' || !current[2].disabled)) {
    items = applyContent(record.content, host, onChange)
    await track(record).catch(() => {})
    finish()
  } else current[2].disabled = true
  for (const type of ['DOMContentLoaded', 'load']) addEventListener(type, ripen)
  ripen()
}

/** The document has come further: what is there may be settled, and what is not may be missing. */
const ripen = () => {
  const current = run
  tell()
  if (document.readyState === 'complete')
    setTimeout(() => current && current === run && missItems(), missingAfterMs)
}

/** Measures the page; with `motif-preview` in the link shows what would be measured instead, and sends nothing. */
const track = async (record: PageRecord) => {
  const isPreview = new URL(location.href).searchParams.has('motif-preview')
  const begin = isPreview
    ? ((await import(`${host}/preview.js`)) as PreviewChunk).startPreview
    : startTracking
  tracking = begin({ record, ...options, host, emit: (event) => emit(event.type, event) })
  if (isGranted !== undefined) tracking.consent(isGranted)
}

const onChange = (hasNews: boolean) => {
  tracking?.changed()
  if (hasNews && run) {
    isUntold = true
    reveal(run[2], options.hide, items)
  }
  tell()
}

/** Tells how things are once all that the page has so far is settled, and when that has changed. */
const tell = () => {
  if (!isUntold || document.readyState === 'loading' || !isSettled()) return
  isUntold = false
  const report = reportOf(items)
  settle(report)
  emit('applied', report)
  tracking?.report(report)
}

const emit = (name: string, detail: Event | Report) => {
  if (isOn(options.debug)) console.info('motif', name, detail)
  document.dispatchEvent(new CustomEvent(`motif:${name}`, { detail }))
  const page = window as { dataLayer?: unknown[] }
  if (isOn(options.datalayer) && 'seq' in detail) {
    page.dataLayer ??= []
    page.dataLayer.push({ event: `motif_${name}`, motif: detail })
  }
}

const isOn = (option = 'off') => option !== 'off'
