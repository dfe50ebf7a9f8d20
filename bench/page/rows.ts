import { handWritten } from '../contenders/hand-written.ts'
import { motifByOneLine, motifByTemplateTag } from '../contenders/motif.ts'
import { untouched } from '../contenders/untouched.ts'
import { type Spread, show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartResult, Row } from '../report/row.ts'
import type { Figures } from './figures.ts'
import type { Measured } from './page.ts'

interface Figure {
  what: string
  toReach: string
  unit: string
  of(figures: Figures): number
  /** Whether the untouched page has its own share, which is taken off. */
  isAdded?: boolean
}

const figures: Figure[] = [
  {
    what: 'personalised paint',
    toReach: `≤ ${handWritten.name}`,
    unit: 'ms',
    of: (one) => one.personalisedMs,
  },
  { what: 'original text visible first', toReach: '0 ms', unit: 'ms', of: (one) => one.originalMs },
  { what: 'largest contentful paint', toReach: '', unit: 'ms', of: (one) => one.lcpMs },
  { what: 'layout shift added', toReach: '0', unit: '', of: (one) => one.cls, isAdded: true },
  { what: 'long tasks added', toReach: '0', unit: '', of: (one) => one.longTasks, isAdded: true },
  { what: 'script time added', toReach: '', unit: 'ms', of: (one) => one.scriptMs, isAdded: true },
  { what: 'task time added', toReach: '', unit: 'ms', of: (one) => one.taskMs, isAdded: true },
  { what: 'requests added', toReach: '', unit: '', of: (one) => one.requests, isAdded: true },
  { what: 'bytes added, over the wire', toReach: '', unit: 'B', of: (one) => one.bytes, isAdded: true },
]

const ours = [motifByTemplateTag.name, motifByOneLine.name]

/** A row for each figure and condition; the bytes are the same under both, so they are told once. */
export function rowsOf(measured: Record<string, Measured>): PartResult {
  const rows = Object.entries(measured).flatMap(([conditions, { figures: all }], at) =>
    figures.filter(({ unit }) => at === 0 || unit !== 'B').map((figure) => rowOf(figure, conditions, all)),
  )
  const medians = Object.fromEntries(
    Object.entries(measured).map(([name, { figures: all }]) => [name, mediansOf(all)]),
  )
  return { rows, measured: medians, notes: [...notes, ...leftOutOf(measured)] }
}

function rowOf(figure: Figure, conditions: string, all: Measured['figures']): Row {
  const base = figure.isAdded ? spreadFor(figure, all.get(untouched.name)).median : 0
  const cell = (name: string) => tellSpread(spreadFor(figure, all.get(name)), base, figure)
  const others = [...all.keys()].filter(
    (name) => !ours.includes(name) && !(figure.isAdded && name === untouched.name),
  )
  return {
    what: `${figure.what}, ${conditions}`,
    toReach: figure.toReach,
    motif: ours
      .filter((name) => all.has(name))
      .map((name) => `${name.replace('Motif, ', '')} ${cell(name)}`)
      .join('; '),
    beside: others.map((name) => `${name} ${cell(name)}`).join('; '),
  }
}

function tellSpread({ median, low, high }: Spread, base: number, { unit, isAdded }: Figure): string {
  const tell = (value: number) => (unit ? Math.round(value - base) : Math.round((value - base) * 1000) / 1000)
  if (isAdded) return show(tell(median), unit)
  return showSpread({ median: tell(median), low: tell(low), high: tell(high) }, unit)
}

function spreadFor(figure: Figure, visits: Figures[] = []): Spread {
  return spreadOf(visits.map((visit) => figure.of(visit)).filter((value) => !Number.isNaN(value)))
}

function mediansOf(all: Measured['figures']) {
  const keys = (visits: Figures[]) => Object.keys(visits[0] ?? {}) as (keyof Figures)[]
  return Object.fromEntries(
    [...all].map(([name, visits]) => [
      name,
      Object.fromEntries(keys(visits).map((key) => [key, spreadOf(visits.map((visit) => visit[key]))])),
    ]),
  )
}

function leftOutOf(measured: Record<string, Measured>): string[] {
  const lines = Object.values(measured).flatMap(({ leftOut }) => [...leftOut])
  return [...new Map(lines)].map(
    ([name, lacking]) => `${name} is left out: it did not make the changes ${lacking}.`,
  )
}

const notes = [
  'Page: one landing page (a style sheet, a picture of 20 KB, 20 sections) in Chromium with an empty cache, visited in rounds of all contenders. Paint and visible text are read from recorded frames. Slow 4G is a delaying proxy in front of every server: 150 ms a round trip, 450 ms before the first byte to a new origin, 1.6 Mbit/s shared; CPU ÷ 4 is Chromium’s own throttling. Each contender has one origin of its own besides the page’s, and makes the same four changes (text, src, href, html), which are checked at the end of every visit. Motif is the real service. The bytes of all but the page as served include the personal picture, 21 KB, and Motif’s also what measures and the visit’s first batch.',
]
