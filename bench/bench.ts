import { readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { prepare } from './prepare.ts'
import { describeMachine } from './report/machine.ts'
import type { PartOptions, PartResult, Row } from './report/row.ts'
import { tableOf, writeFigures } from './report/table.ts'

/**
 * Measures Motif beside what a user would pick instead, prints one table, and keeps it in `bench/results.json` and in
 * the README. `npm run bench` runs all parts, `npm run bench -- page apply` those named; parts that are not run keep
 * the figures of the last time. `--runs N` (9) sets how many runs a median is taken of, `--events N` (10 million) how
 * many events results are asked over, `--quick` measures with small numbers and writes nothing.
 */
const parts: Record<string, () => Promise<{ measure(options: PartOptions): Promise<PartResult> }>> = {
  sizes: () => import('./sizes.ts'),
  page: () => import('./page/page.ts'),
  apply: () => import('./apply/apply.ts'),
  service: () => import('./service/service.ts'),
  results: () => import('./service/results-part.ts'),
  scale: () => import('./scale/scale.ts'),
}

/** What `results.json` holds: each part with when and under what load it was measured. */
type Kept = Record<string, PartResult & About>

interface About {
  date: string
  command: string
  machine: ReturnType<typeof describeMachine>
  /** Of the minute before the part began, when no load was its own. */
  loadBefore: number
}

/** A machine with more to do than this is not quiet, and the figures say so: a part begins in the wake of the one before. */
const quietLoad = 3

const kept = new URL('results.json', import.meta.url)

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    quick: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000000' },
  },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !(name in parts))
if (unknown) throw new Error(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}.`)
const names = positionals.length ? positionals : Object.keys(parts)
const options = { runs: Number(values.runs), isQuick: values.quick, events: Number(values.events) }

prepare()
const results = await readKept()
for (const name of names) {
  const machine = describeMachine()
  const part = await parts[name]?.()
  if (!part) continue
  console.error(`bench: ${name}`)
  const date = new Date().toISOString()
  const loadBefore = loadavg()[0] ?? 0
  const command = `npm run bench -- ${[name, ...process.argv.slice(2).filter((text) => text.startsWith('--'))].join(' ')}`
  try {
    results[name] = { ...{ date, command, machine, loadBefore }, ...(await part.measure(options)) }
    if (!options.isQuick) await keep()
  } catch (error) {
    console.error(`bench: ${name} failed`, error)
    process.exitCode = 1
  }
}
console.log(tableOf(rowsOf(options.isQuick ? names : Object.keys(parts))))
process.exit()

async function keep(): Promise<void> {
  await writeFile(kept, `${JSON.stringify(results, undefined, 2)}\n`)
  await writeFigures(sectionOf())
}

function rowsOf(wanted: string[]): Row[] {
  return wanted.flatMap((name) => results[name]?.rows ?? [])
}

function sectionOf(): string {
  const measured = Object.keys(parts).filter((name) => results[name])
  const machine = describeMachine()
  const dates = [...new Set(measured.map((name) => results[name]?.date.slice(0, 10)))].join(', ')
  const loads = measured.map((name) => `${name} ${results[name]?.loadBefore.toFixed(0)}`)
  const isBusy = measured.some((name) => (results[name]?.loadBefore ?? 0) > quietLoad)
  const warning = isBusy
    ? `\n**The machine was busy with other work** (load averages on ${machine.cores} cores as each part began: ${loads.join(', ')}), so times are longer and
rates lower than a quiet machine gives; compare columns of one row, which were measured in turns, and run it again for figures of your own.\n`
    : ''
  const notes = [...new Set(measured.flatMap((name) => results[name]?.notes ?? []))]
  return `\`npm run bench\`, ${dates}, on ${machine.cores} cores (${machine.processor}, ${machine.memoryGb} GB), Node.js ${process.version.slice(1)}, ${machine.versions.chromium}.
Medians, in brackets the smallest and the largest; everything that was measured, with versions and the load of the machine, is in
[bench/results.json](bench/results.json).
${warning}
${tableOf(rowsOf(measured))}

${notes.map((note) => `- ${note}`).join('\n')}`
}

async function readKept(): Promise<Kept> {
  const text = await readFile(kept, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Kept
}
