import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { findBrowser } from '../test/support/browsers/find-browser.ts'

/** One line of a table of figures. */
export interface Row {
  what: string
  /** The goal; empty if there is none. */
  toReach: string
  /** The measured values of one run, by contender: `{ Motif: '32 ms', GrowthBook: '56 ms' }`. Motif's come first. */
  figures: Record<string, string>
}

/** What a part has measured, and what a reader must know about the method. */
export interface PartResult {
  rows: Row[]
  note: string
}

/** Options for every part, from the command line. */
export interface PartOptions {
  /** The number of runs for a median. */
  runs: number
  /** Whether to use small numbers, to check that everything works. */
  isQuick: boolean
}

/** The machine, as `docs/figures.md` names it. */
function describeMachine(): string {
  const browser = findBrowser('chromium')?.path
  const version = browser && execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim()
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}, ${memoryGb} GB), Node.js ${process.versions.node}, ${version}`
}

/** Writes the section of a part into `docs/figures.md`, and its rows of the README again. */
export function writeDocuments(title: string, command: string, { rows, note }: PartResult): void {
  const date = new Date().toISOString().slice(0, 10)
  const told = `\`${command}\`, ${date}, on ${describeMachine()}.\n\n${tableOf(rows)}\n\n${note}\n\n`
  rewrite('docs/figures.md', (text) => {
    const [before = '', behind] = text.split(`### ${title}\n\n`)
    if (behind === undefined) throw new Error(`docs/figures.md has no section ${title}`)
    const next = behind.search(/^###? /m)
    return `${before}### ${title}\n\n${told}${next < 0 ? '' : behind.slice(next)}`.trimEnd().concat('\n')
  })
  rewrite('README.md', (text) => rows.reduce((readme, row) => withRow(readme, row), text))
}

/** The README, with this row if it is one of those that it shows: medians only, Motif's beside all others. */
function withRow(readme: string, { what, toReach, figures }: Row): string {
  const [own, ...others] = Object.entries(figures).map(([name, figure]) =>
    `${name} ${figure?.replace(/ \([\d,.]+–[\d,.]+\)/g, '')}`.replace(/^Motif /, ''),
  )
  const told = `| ${what} | ${toReach} | ${own} | ${others.join('; ')} |`
  const lines = readme.split('\n').map((line) => (line.startsWith(`| ${what} |`) ? told : line))
  return lines.join('\n')
}

/** The rows as a table in Markdown, with a column for each contender. */
export function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))]
  const cells = rows.map(({ what, toReach, figures }) => [what, toReach, ...names.map((of) => figures[of])])
  const lines = [['what', 'to reach', ...names], names.map(() => '---').concat('---', '---'), ...cells]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** The quantile: a share of the values, 0 to 1, does not exceed it. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** `1,234 ms` or, under ten, `1.2 ms`. */
export function show(value: number, unit: string): string {
  return Number.isNaN(value) ? '–' : `${shortly(value)} ${unit}`.trim()
}

/** The median with the smallest and the largest: `1,234 ms (1,200–1,290)`. */
export function showSpread(values: readonly number[], unit: string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const middle = show(median(values), unit)
  return low < high ? `${middle} (${shortly(low)}–${shortly(high)})` : middle
}

const shortly = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 })
