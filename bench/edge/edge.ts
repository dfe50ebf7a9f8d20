import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { measureFirstBytes } from './first-byte.ts'
import { rewriters } from './rewriters.ts'

const run = promisify(execFile)

interface Run {
  megabytesPerSecond: number
  largeMegabytesPerSecond: number
  largeMemoryMb: number
}

/** Measures how fast the edge rewrites, beside other rewriters, and how soon its first byte comes. */
export async function measure({ runs, isQuick }: PartOptions): Promise<PartResult> {
  const megabytes = isQuick ? 5 : 50
  const names = Object.keys(rewriters)
  const measured: Record<string, Run[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < Math.max(1, Math.round(runs / 3)); round++)
    for (const name of names) measured[name]?.push(await runOnce(name, megabytes))
  const firstBytes = await measureFirstBytes(isQuick ? 20 : 500)
  const row = (what: string, toReach: string, of: keyof Run, unit: string) => ({
    what,
    toReach,
    figures: Object.fromEntries(names.map((name) => [name, spreadIn(measured[name], of, unit)])),
  })
  return {
    rows: [
      row('HTML that one core rewrites, 100 real pages', '≥ 40 MB/s', 'megabytesPerSecond', 'MB/s'),
      row(`one page of ${megabytes} MB, dense`, '', 'largeMegabytesPerSecond', 'MB/s'),
      row(`memory that it takes more for a page of ${megabytes} MB`, '≤ 64 MB', 'largeMemoryMb', 'MB'),
      {
        what: 'first byte of a personal page, record and page there at once',
        toReach: '≤ 5 ms',
        figures: {
          Motif: showSpread(firstBytes.personal, 'ms'),
          'as a plain proxy': showSpread(firstBytes.proxied, 'ms'),
          'the origin itself': show(firstBytes.direct.median, 'ms'),
        },
      },
    ],
    measured: { runs: measured, firstBytes },
    notes: [
      'Rewriting is bytes per processor time, that is, on one core; compiling and garbage collection on other threads count as well. The record has five items. html-rewriter-wasm is lol-html. parse5-html-rewriting-stream knows no selectors: it changes elements with a class.',
    ],
  }
}

const spreadIn = (all: Run[] = [], of: keyof Run, unit: string) =>
  showSpread(spreadOf(all.map((one) => one[of])), unit)

async function runOnce(name: string, megabytes: number): Promise<Run> {
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'rewrite.ts'),
    name,
    String(megabytes),
  ])
  return JSON.parse(stdout) as Run
}
