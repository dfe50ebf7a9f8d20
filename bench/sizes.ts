import { globSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { packedFile } from './contenders.ts'
import { type PartResult, show } from './report.ts'

const rivals = [
  ['GrowthBook auto.min.js', '@growthbook/growthbook@1.8.0', 'dist/bundles/auto.min.js'],
  ['alloy', '@adobe/alloy@2.33.1', 'dist/alloy.min.js'],
  ['PostHog array.js', 'posthog-js@1.434.18', 'dist/array.js'],
] as const

/** Measures the bytes of what a page loads, by brotli at its best level; of what is pasted, uncompressed. */
export async function measure(): Promise<PartResult> {
  const snippet = brotliSize('dist/snippet.js')
  const all = snippet + brotliSize(newest('dist/follow*.js')) + brotliSize(newest('dist/track*.js'))
  const beside: Record<string, string> = {}
  for (const [name, spec, path] of rivals)
    beside[name] = show(brotliCompressSync(await packedFile(spec, path)).length, 'B')
  const row = (what: string, toReach: string, bytes: number, others: object = {}) => ({
    what,
    toReach,
    figures: { Motif: show(bytes, 'B'), ...others },
  })
  return {
    rows: [
      row('`snippet.js`, what paints, brotli', '', snippet, beside),
      row('all that a visitor with a record loads, brotli', '≤ 10,240 B', all),
      row('`loader.js`, inline', '≤ 1,500 B', readFileSync('dist/loader.js', 'utf8').trim().length),
    ],
    note: 'Brotli at its best level. The rivals are the files of their npm packages, as their documents embed them.',
  }
}

/** The newest chunk: chunks have a hash in their names, and older ones may be beside them. */
function newest(pattern: string): string {
  const [file] = globSync(pattern).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  if (!file) throw new Error(`The build made no ${pattern}.`)
  return file
}

const brotliSize = (file: string) => brotliCompressSync(readFileSync(file)).length
