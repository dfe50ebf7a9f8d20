import { handWritten } from '../contenders/hand-written.ts'
import { motifByOneLine, motifByTemplateTag } from '../contenders/motif.ts'
import { untouched } from '../contenders/untouched.ts'
import { type Spread, show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartResult, Row } from '../report/row.ts'
import type { Figures } from './figures.ts'
import type { Measured } from './rounds.ts'

interface Figure {
  what: string
  toReach: string
  unit: string
  of(figures: Figures): number
  /** Whether the untouched page's value is subtracted. */
  isAdded?: boolean
  /** Whether it is also shown as a multiple of another contender's. */
  isCompared?: boolean
}

const figures: Figure[] = [
  {
    what: 'personalised paint',
    toReach: '≤ 1.03 ×',
    unit: 'ms',
    of: (one) => one.personalisedMs,
    isCompared: true,
  },
  { what: 'original text visible', toReach: '0 ms', unit: 'ms', of: (one) => one.originalMs },
  { what: 'original picture visible', toReach: '0 ms', unit: 'ms', of: (one) => one.originalPictureMs },
  { what: 'largest contentful paint', toReach: '', unit: 'ms', of: (one) => one.lcpMs },
  { what: 'layout shift added', toReach: '0', unit: '', of: (one) => one.cls, isAdded: true },
  { what: 'long tasks added', toReach: '0', unit: '', of: (one) => one.longTasks, isAdded: true },
  { what: 'script time added', toReach: '', unit: 'ms', of: (one) => one.scriptMs, isAdded: true },
  { what: 'task time added', toReach: '', unit: 'ms', of: (one) => one.taskMs, isAdded: true },
  { what: 'errors in the page', toReach: '0', unit: '', of: (one) => one.errors },
  { what: 'requests added', toReach: '', unit: '', of: (one) => one.requests, isAdded: true },
  { what: 'bytes added, over the wire', toReach: '', unit: 'B', of: (one) => one.bytes, isAdded: true },
]

/** How a part shows its rows. */
interface Telling {
  /** A text before the conditions of each row. */
  prefix?: string
  /** The one figure that is shown. Default: all. */
  only?: string
  /** The contenders in Motif's column. Default: the tag of a template and the one-line tag. */
  ours?: string[]
  /** The contender with which the times are compared. Default: the hand-written page. */
  comparedWith?: string
  notes: string[]
}

/** The settings of each row, with defaults. */
interface Told extends Required<Pick<Telling, 'ours' | 'comparedWith'>> {
  conditions: string
  all: Measured['figures']
}

/** A row for each figure and condition. The bytes are the same under both conditions, so they have one row. */
export function resultOf(measured: Record<string, Measured>, telling: Telling): PartResult {
  const {
    prefix = '',
    only,
    ours = [motifByTemplateTag.name, motifByOneLine.name],
    comparedWith = handWritten.name,
    notes,
  } = telling
  const rows = Object.entries(measured).flatMap(([conditions, { figures: all }], at) =>
    figures
      .filter(({ what, unit }) => (only ? what === only : at === 0 || unit !== 'B'))
      .map((figure) => rowOf(figure, { conditions: `${prefix}${conditions}`, all, ours, comparedWith })),
  )
  const medians = Object.fromEntries(
    Object.entries(measured).map(([name, { figures: all }]) => [name, mediansOf(all)]),
  )
  return { rows, measured: medians, notes: [...notes, ...failuresOf(measured)] }
}

function rowOf(figure: Figure, { conditions, all, ours, comparedWith }: Told): Row {
  const base = figure.isAdded ? spreadFor(figure, all.get(untouched.name)).median : 0
  const cell = (name: string) => tellSpread(spreadFor(figure, all.get(name)), base, figure)
  const others = [...all.keys()].filter(
    (name) => !ours.includes(name) && !(figure.isAdded && name === untouched.name),
  )
  return {
    what: `${figure.what}, ${conditions}`,
    toReach: figure.isCompared ? `${figure.toReach} ${comparedWith}` : figure.toReach,
    figures: Object.fromEntries([
      ...ours
        .filter((name) => all.has(name))
        .map((name) => [
          name.replace('Motif, ', ''),
          `${cell(name)}${tellMultiple(figure, all.get(name), all.get(comparedWith))}`,
        ]),
      ...others.map((name) => [name, cell(name)]),
    ]),
  }
}

/** The multiple. Visits of the same round are compared, because the machine was in the same state. */
function tellMultiple({ isCompared, of }: Figure, visits: Figures[] = [], beside: Figures[] = []): string {
  if (!isCompared || beside.length === 0) return ''
  const multiples = visits.map((visit) => {
    const other = beside.find(({ round }) => round === visit.round)
    return other ? of(visit) / of(other) : Number.NaN
  })
  return ` = ${spreadOf(multiples.filter((value) => !Number.isNaN(value))).median.toFixed(2)} ×`
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
  const keys = (visits: Figures[]) =>
    Object.keys(visits[0] ?? {}).filter((key) => key !== 'round') as (keyof Figures)[]
  return Object.fromEntries(
    [...all].map(([name, visits]) => [
      name,
      Object.fromEntries(keys(visits).map((key) => [key, spreadOf(visits.map((visit) => visit[key]))])),
    ]),
  )
}

function failuresOf(measured: Record<string, Measured>): string[] {
  return Object.entries(measured).flatMap(([conditions, { figures: all, failures }]) =>
    [...failures].map(([name, lacking]) => {
      const visits = lacking.length + (all.get(name)?.length ?? 0)
      const what = [...new Set(lacking)].join('; or ')
      return `${conditions}: ${name} ended without its changes in ${lacking.length} of ${visits} visits (${what}), which are left out.`
    }),
  )
}
