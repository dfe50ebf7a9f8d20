import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { templateTag } from '../service/pages/template-tag.ts'
import { show } from './report/numbers.ts'
import type { PartResult } from './report/row.ts'

const rivals = {
  'GrowthBook auto.min.js': '@growthbook/growthbook/dist/bundles/auto.min.js',
  'Adobe alloy': '@adobe/alloy/dist/alloy.min.js',
  'PostHog array.js': 'posthog-js/dist/array.js',
}

/** Bytes of what a page loads, by brotli at its best. */
export async function measure(): Promise<PartResult> {
  const snippet = await brotliSize('../dist/snippet.js')
  const names = Object.entries(rivals)
  const sizes = await Promise.all(names.map(([, file]) => brotliSize(`node_modules/${file}`)))
  const loader = await readFile(new URL('../dist/loader.js', import.meta.url), 'utf8')
  const selectors = ['#hero h1', '#hero img', '#hero .cta', '#hero .lead']
  const tag = templateTag({ loader, host: 'https://motif.example.com', selectors }).length
  const beside = names.map(([name], at) => `${name} ${show(sizes[at] ?? Number.NaN, 'B')}`)
  const rows = [
    {
      what: '`snippet.js`, brotli',
      toReach: '≤ 4,096 B',
      motif: show(snippet, 'B'),
      beside: beside.join(', '),
    },
    { what: 'the tag of a template, as pasted', toReach: '≤ 1,024 B', motif: show(tag, 'B'), beside: '' },
  ]
  return {
    rows,
    measured: { snippet, tag, rivals: Object.fromEntries(names.map(([name], at) => [name, sizes[at]])) },
    notes: [],
  }
}

async function brotliSize(path: string): Promise<number> {
  return brotliCompressSync(await readFile(new URL(path, import.meta.url))).length
}
