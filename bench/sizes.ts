import { globSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { FileModules } from '../build/page-files.ts'
import { readKept } from './report/kept.ts'
import { show } from './report/numbers.ts'
import type { PartResult } from './report/row.ts'
import { startMotif } from './support/motif-process.ts'
import { templatesDir } from './support/record.ts'

const rivals = {
  'GrowthBook auto.min.js': '@growthbook/growthbook/dist/bundles/auto.min.js',
  alloy: '@adobe/alloy/dist/alloy.min.js',
  'PostHog array.js': 'posthog-js/dist/array.js',
}

/** The bytes of the script that paints, after brotli. */
export const sizeOfSnippet = (): number => brotliSize('dist/snippet.js')

/** Measures the bytes of what a page loads, by brotli at its best level; of what is pasted, uncompressed. */
export async function measure(): Promise<PartResult> {
  const snippet = sizeOfSnippet()
  const follow = brotliSize(newest('dist/follow*.js'))
  const track = brotliSize(newest('dist/track*.js'))
  const loader = Buffer.byteLength(readFileSync('dist/loader.js', 'utf8').trim())
  const tag = await pastedTag()
  const modules = JSON.parse(readFileSync('dist/modules.json', 'utf8')) as FileModules
  for (const change of changesOf((await readKept()).sizes?.measured, modules))
    console.error(`bench: ${change}`)
  const beside = Object.entries(rivals).map(([name, file]) => ({
    name,
    bytes: brotliSize(`bench/node_modules/${file}`),
  }))
  const row = (what: string, toReach: string, bytes: number, others: typeof beside = []) => ({
    what,
    toReach,
    figures: Object.fromEntries(
      [{ name: 'Motif', bytes }, ...others].map((one) => [one.name, show(one.bytes, 'B')]),
    ),
  })
  return {
    rows: [
      row('`snippet.js`, what paints, brotli', '≤ 6,144 B', snippet, beside),
      row('all that a visitor with a record loads, brotli', '≤ 12,288 B', snippet + follow + track),
      row('`loader.js`, inline', '≤ 1,200 B', loader),
      row('the tag of a template with four selectors, as pasted', '', tag),
    ],
    measured: { snippet, follow, track, loader, tag, rivals: beside, modules },
    notes: [],
  }
}

/** What has grown or shrunk since the sizes were last measured, by file and module: the larger ones first. */
function changesOf(before: unknown, modules: FileModules): string[] {
  const former = (before as { modules?: FileModules } | undefined)?.modules
  if (!former) return []
  const files = [...new Set([...Object.keys(former), ...Object.keys(modules)])]
  return files
    .flatMap((file) => {
      const [then = {}, now = {}] = [former[file], modules[file]]
      const names = [...new Set([...Object.keys(then), ...Object.keys(now)])]
      return names.map((name) => ({ file, name, bytes: (now[name] ?? 0) - (then[name] ?? 0) }))
    })
    .filter(({ bytes }) => bytes !== 0)
    .sort((one, other) => Math.abs(other.bytes) - Math.abs(one.bytes))
    .map(
      ({ file, name, bytes }) =>
        `${file}: ${name} ${bytes > 0 ? '+' : '−'}${Math.abs(bytes)} B before it is minified`,
    )
}

/** The newest chunk: chunks have a hash in their names, and older ones may be beside them. */
function newest(pattern: string): string {
  const [file] = globSync(pattern).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  if (!file) throw new Error(`The build made no ${pattern}.`)
  return file
}

/** The bytes of a file after brotli. */
export function brotliSize(file: string): number {
  return brotliCompressSync(readFileSync(file)).length
}

async function pastedTag(): Promise<number> {
  await using motif = await startMotif({ TEMPLATES_DIR: templatesDir })
  const answer = await fetch(`${motif.url}/tag?template=bench`)
  return Buffer.byteLength((await answer.text()).trim())
}
