import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildPageFiles } from '../../build/page-files.ts'

/** The bytes that a visitor loads: the script by brotli, and the tag as it is pasted. */
const bytes = { 'snippet.js, brotli': 10_240, 'loader.js': 1_500 }

/**
 * The end of `npm run check`: how many lines each room, each folder of tests and the documents have, beside its gate. One that has
 * grown past its gate fails. Whoever changes a number says in that commit what it buys, and what went for it.
 */
const gates: Record<string, number> = {
  wire: 725,
  'snippet/rare': 579,
  edge: 3265,
  editor: 7343,
  console: 12351,
  design: 273,
  service: 30514,
  'service/access': 1629,
  'service/base': 4896,
  'service/campaigns': 3381,
  'service/connections': 963,
  'service/content': 1917,
  'service/editing': 745,
  'service/erasing': 378,
  'service/events': 3647,
  'service/maintenance': 626,
  'service/messages': 2583,
  'service/pages': 703,
  'service/prospects': 4115,
  'service/templates': 3036,
  build: 690,
  bench: 1587,
  'demo-site': 2200,
  deploy: 1136,
  'docs/*.md': 3135,
  'CONTRIBUTING.md': 65,
  'test/browser': 4324,
  'test/build': 86,
  'test/console': 124,
  'test/demo-site': 272,
  'test/deploy': 943,
  'test/documents': 234,
  'test/edge': 1758,
  'test/editor': 2072,
  'test/engines': 3419,
  'test/fixtures': 1687,
  'test/lift': 231,
  'test/loader': 79,
  'test/long': 177,
  'test/package': 277,
  'test/pages': 450,
  'test/service': 16249,
  'test/snippet': 1256,
  'test/structure': 413,
  'test/support': 3547,
  'test/wire': 64,
}

const binary = /\.(webp|png|ico|woff2|xlsx|xls|gz|br|tgz|parquet)$/

/** The source of what every visitor loads: the tag and the script without its rare files. */
const loaded = ['loader/*.ts', 'snippet/*.ts', 'snippet/{items,measure,deliver}/**']
/** In those folders for who bundles the script. */
const bundled = ['snippet/module.ts', 'snippet/public.d.ts']

/** Lines of all text files of these folders and files. */
function linesOf(...paths: string[]): number {
  return globSync([...paths, ...paths.map((path) => `${path}/**`)], {
    exclude: (name) => name.endsWith('node_modules'),
  })
    .filter((file) => !binary.test(file) && !file.endsWith('-lock.json') && statSync(file).isFile())
    .reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
}

async function builtBytes(): Promise<Record<keyof typeof bytes, number>> {
  const dist = mkdtempSync(join(tmpdir(), 'motif-gates-'))
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    await buildPageFiles({ root: process.cwd(), dist, version })
    return {
      'snippet.js, brotli': brotliCompressSync(readFileSync(join(dist, 'snippet.js'))).length,
      'loader.js': statSync(join(dist, 'loader.js')).size,
    }
  } finally {
    rmSync(dist, { recursive: true })
  }
}

const built = await builtBytes()
const rows = [
  { name: 'loader and snippet', gate: 2500, size: linesOf(...loaded) - linesOf(...bundled) },
  ...Object.entries(gates).map(([name, gate]) => ({ name, gate, size: linesOf(name) })),
  ...Object.entries(bytes).map(([name, gate]) => ({ name, gate, size: built[name as keyof typeof bytes] })),
]
for (const { name, gate, size } of rows) {
  const verdict = size > gate ? '  TOO MANY' : ''
  console.log(`${name.padEnd(24)} ${String(size).padStart(6)} of ${String(gate).padStart(6)}${verdict}`)
}
if (rows.some(({ size, gate }) => size > gate)) {
  console.error('More than test/structure/gates.ts allows: take something out for what came in.')
  process.exitCode = 1
}
