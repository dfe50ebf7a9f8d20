import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { entries, rareFile } from '../build/page-files.ts'
import { packedFile } from './contenders.ts'
import { type PartResult, show } from './report.ts'

const rivals = [
  ['GrowthBook auto.min.js', '@growthbook/growthbook@1.8.0', 'dist/bundles/auto.min.js'],
  ['alloy', '@adobe/alloy@2.33.1', 'dist/alloy.min.js'],
  ['PostHog array.js', 'posthog-js@1.434.18', 'dist/array.js'],
] as const

export async function measure(): Promise<PartResult> {
  const snippet = brotliSize('dist/snippet.js')
  const beside: Record<string, string> = {}
  for (const [name, spec, path] of rivals)
    beside[name] = show(brotliCompressSync(await packedFile(spec, path)).length, 'B')
  const rare = (Object.keys(entries.rare) as (keyof typeof entries.rare)[]).map(
    (name) => `${name} ${show(brotliSize(rareFile(name)), 'B')}`,
  )
  const row = (what: string, toReach: string, bytes: number, others: object = {}) => ({
    what,
    toReach,
    figures: { Motif: show(bytes, 'B'), ...others },
  })
  return {
    rows: [
      row('`snippet.js`: all that a visitor with a record loads, brotli', '≤ 10,240 B', snippet, beside),
      { what: 'later, only where it is needed, brotli', toReach: '', figures: { Motif: rare.join(', ') } },
      row('`loader.js`, inline', '≤ 1,500 B', readFileSync('dist/loader.js', 'utf8').trim().length),
    ],
    note: 'Brotli at its best level. The rivals are the files of their npm packages, as their documents embed them.',
  }
}

const brotliSize = (file: string) => brotliCompressSync(readFileSync(file)).length
