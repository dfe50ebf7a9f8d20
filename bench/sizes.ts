import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { entries, rareFile } from '../build/page-files.ts'
import { type RivalScript, rivalScripts, scriptOf } from './contenders.ts'
import { type PartResult, show } from './report.ts'

export async function measure(): Promise<PartResult> {
  const snippet = brotliSize('dist/snippet.js')
  const beside: Record<string, string> = {}
  for (const name of Object.keys(rivalScripts) as RivalScript[])
    beside[name] = show(brotliCompressSync(await scriptOf(name)).length, 'B')
  const rare = (Object.keys(entries.rare) as (keyof typeof entries.rare)[]).map(
    (name) => `${name} ${show(brotliSize(rareFile(name)), 'B')}`,
  )
  const row = (what: string, toReach: string, bytes: number, others: object = {}) => {
    return { what, toReach, figures: { Motif: show(bytes, 'B'), ...others } }
  }
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
