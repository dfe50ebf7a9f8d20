import { globSync, readFileSync, statSync } from 'node:fs'

/**
 * The end of `npm run check`: how many lines each room, each folder of tests and the documents have, beside its gate. One that has
 * grown past its gate fails. Whoever changes a number says in that commit what it buys, and what went for it.
 */
const gates: Record<string, number> = {
  wire: 642,
  loader: 216,
  snippet: 6788,
  edge: 3667,
  editor: 7606,
  console: 12167,
  design: 268,
  service: 28717,
  'service/access': 1640,
  'service/base': 4820,
  'service/campaigns': 3407,
  'service/content': 1972,
  'service/editing': 610,
  'service/erasing': 369,
  'service/events': 3846,
  'service/maintenance': 624,
  'service/messages': 2596,
  'service/pages': 611,
  'service/prospects': 4044,
  'service/templates': 3068,
  build: 779,
  bench: 1500,
  'demo-site': 4068,
  deploy: 1200,
  'docs/*.md': 2986,
  'README.md': 86,
  'CHANGELOG.md': 35,
  'CONTRIBUTING.md': 65,
  'test/browser': 4459,
  'test/build': 85,
  'test/console': 218,
  'test/demo-site': 285,
  'test/deploy': 938,
  'test/documents': 252,
  'test/edge': 1918,
  'test/editor': 2153,
  'test/engines': 10474,
  'test/fixtures': 1832,
  'test/lift': 231,
  'test/loader': 15,
  'test/long': 177,
  'test/package': 277,
  'test/service': 15143,
  'test/snippet': 574,
  'test/structure': 387,
  'test/support': 3928,
  'test/wire': 62,
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
