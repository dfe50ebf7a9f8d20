import { globSync, readFileSync, statSync } from 'node:fs'

/**
 * The end of `npm run check`: how many lines each room, each folder of tests and the documents have, beside its gate. One that has
 * grown past its gate fails. Whoever changes a number says in that commit what it buys, and what went for it.
 */
const gates: Record<string, number> = {}

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
