import { globSync, readFileSync, statSync } from 'node:fs'

/**
 * The end of `npm run check`: how many lines each room, each folder of tests and the documents have, beside its gate. One that has
 * grown past its gate fails. Whoever changes a number says in that commit what it buys, and what went for it.
 */
const gates: Record<string, number> = {
  wire: 627,
  loader: 216,
  snippet: 6788,
  edge: 3682,
  editor: 7593,
  console: 12176,
  design: 268,
  service: 34940,
  'service/access': 1922,
  'service/base': 5770,
  'service/campaigns': 4074,
  'service/content': 2256,
  'service/editing': 752,
  'service/erasing': 427,
  'service/events': 4864,
  'service/maintenance': 657,
  'service/messages': 3346,
  'service/pages': 719,
  'service/prospects': 5064,
  'service/templates': 3752,
  build: 766,
  bench: 1500,
  'demo-site': 4080,
  deploy: 1233,
  'docs/*.md': 2990,
  'README.md': 86,
  'CHANGELOG.md': 35,
  'CONTRIBUTING.md': 65,
  'test/browser': 4447,
  'test/build': 85,
  'test/console': 219,
  'test/demo-site': 285,
  'test/deploy': 938,
  'test/documents': 253,
  'test/edge': 1911,
  'test/editor': 2153,
  'test/engines': 10500,
  'test/fixtures': 1832,
  'test/lift': 231,
  'test/loader': 83,
  'test/long': 162,
  'test/package': 277,
  'test/service': 15335,
  'test/snippet': 574,
  'test/structure': 390,
  'test/support': 3915,
  'test/wire': 68,
}

const binary = /\.(webp|png|ico|woff2|xlsx|xls|gz|br|tgz|parquet)$/

/** Lines of all text files of a folder, or of a file. */
function linesOf(path: string): number {
  return globSync([path, `${path}/**`], { exclude: (name) => name.endsWith('node_modules') })
    .filter((file) => !binary.test(file) && !file.endsWith('-lock.json') && statSync(file).isFile())
    .reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
}

const rows = Object.entries(gates).map(([path, gate]) => ({ path, gate, lines: linesOf(path) }))
for (const { path, gate, lines } of rows) {
  const verdict = lines > gate ? '  TOO MANY' : ''
  console.log(`${path.padEnd(24)} ${String(lines).padStart(6)} of ${String(gate).padStart(6)}${verdict}`)
}
if (rows.some(({ lines, gate }) => lines > gate)) {
  console.error('More lines than test/structure/gates.ts allows: take something out for what came in.')
  process.exitCode = 1
}
