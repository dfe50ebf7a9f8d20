import { build } from 'esbuild'
import { launchChromium } from '../support/browsers/chromium.ts'
import type { Finding, Outcome } from './sequence.ts'
import { startServer } from './server.ts'

/** So many sequences are one stay in a tab: what a broken one leaves behind goes with it. */
const aTab = 50

/** Runs the sequences of these numbers in Chromium. Answers what was wrong, in the order of the numbers. */
export async function storm(seed: number, runs: number[]): Promise<Finding[]> {
  const server = await startServer(await bundle())
  const browser = await launchChromium()
  try {
    const outcomes: Outcome[] = []
    for (let from = 0; from < runs.length; from += aTab) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(server.url)
      const given = JSON.stringify(runs.slice(from, from + aTab))
      outcomes.push(...((await page.evaluate(`storm(${seed}, ${given})`)) as Outcome[]))
      await page.close()
    }
    const findings = outcomes.flatMap(({ finding }) => finding ?? [])
    return [...findings, ...measuredUnasked(outcomes, server.measured)].sort(
      (one, other) => one.run - other.run,
    )
  } finally {
    await browser.close()
    await server.close()
  }
}

function measuredUnasked(outcomes: Outcome[], measured: Set<string>): Finding[] {
  return outcomes
    .flatMap(({ unmeasured }) => unmeasured)
    .filter((pattern) => measured.has(pattern))
    .map((pattern) => ({
      run: Number(/\d+/.exec(pattern)),
      wrong: `${pattern} measured without consent`,
      steps: [],
    }))
}

/** A finding as its reader wants it: how to see it again, what was done, what was wrong. */
export function describeFinding(seed: number, { run, wrong, steps }: Finding): string {
  const again = `STORM_SEED=${seed} STORM_RUN=${run} npm run test:long -- storm`
  return [`Sequence ${run} (${again}):`, ...steps.map((step) => `  ${step}`), wrong].join('\n')
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/storm/tab.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2024',
  })
  return outputFiles[0]?.text ?? ''
}
