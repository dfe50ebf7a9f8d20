import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keepHeld } from './held.ts'
import { suiteParts } from './suite-parts.ts'
import { type Command, changedBy, longTests, skippedCode } from './tests.ts'

/**
 * `npm run test:long -- NAME… [--short] [-- MORE]`: runs long tests by their names, or `all` of them, or the `parts` of the suite that
 * `npm test` leaves out, each in a process of its own. `--short` goes the whole way with less of everything. What is behind a second `--`
 * is handed to the test. One test writes to the terminal; of several, each writes into `test-results/long/NAME.log`, whose end is shown if
 * it fails. In CI a test that fails is run once more, as every test there, and both are told. A full run that passes is kept in the table
 * of docs/figures.md, unless something was handed to it, behind `--` or in the environment (`TEST_EVENTS=1000`), or it is CI's. A test
 * whose programs are not on this machine is skipped. Exit code 1 if a test fails, 2 for wrong usage.
 */
const typed = process.argv.slice(2)
const dashes = typed.includes('--') ? typed.indexOf('--') : typed.length
/** What is handed to the test. */
const more = typed.slice(dashes + 1)
const { values, positionals: given } = parseArgs({
  args: typed.slice(0, dashes),
  options: { short: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const groups: Record<string, string[]> = { all: Object.keys(longTests), parts: Object.keys(suiteParts) }
const names = [...new Set(given.flatMap((name) => groups[name] ?? [name]))]
const unknown = names.filter((name) => !(name in longTests))
const logs = 'test-results/long'
const shownLines = 40
/** A short form that takes so long hangs, also on a busy machine. */
const shortPatienceMs = 600_000

if (values.help || names.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`no long test is called ${name}`)
  console.error(usage())
  process.exitCode = values.help ? 0 : 2
} else {
  mkdirSync(logs, { recursive: true })
  prepare()
  const failed: string[] = []
  for (const name of names) if (!(await runOne(name))) failed.push(name)
  console.log(failed.length > 0 ? `failed: ${failed.join(', ')}` : 'all held')
  console.log(`${names.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

/** Sees to it that `dist/` is built, and that browsers and PostgreSQL are there. */
function prepare(): void {
  for (const file of [['build.ts', '--changed'], ['test/support/prepare.ts']])
    if (spawnSync(process.execPath, file, { stdio: 'inherit' }).status !== 0) process.exit(1)
}

async function runOne(name: string): Promise<boolean> {
  const test = longTests[name]
  if (!test) return false
  const began = performance.now()
  const command = values.short ? test.short : test.full
  let code = await run(name, command)
  if (process.env.CI && code !== 0 && code !== skippedCode) {
    console.log(`failed once  ${name}: it is run again`)
    code = await run(name, command)
  }
  const isPassed = code === 0
  const isSkipped = code === skippedCode
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${isPassed ? 'passed' : isSkipped ? 'skipped' : 'FAILED'}  ${name}  ${seconds} s`)
  const isWhole = !values.short && !process.env.CI && more.length === 0 && changedBy(process.env).length === 0
  if (isPassed && isWhole) keepHeld({ name, shows: test.shows, seconds })
  return isPassed || isSkipped
}

async function run(name: string, command: Command): Promise<number | null> {
  const isAlone = names.length === 1
  const log = `${logs}/${name}.log`
  const out = isAlone ? 'inherit' : openSync(log, 'w')
  const child = spawn(process.execPath, [...command.arguments, ...more], {
    stdio: ['ignore', out, out],
    env: { ...process.env, ...command.environment },
    ...(values.short && { timeout: shortPatienceMs }),
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && code !== skippedCode && !isAlone)
    console.log(readFileSync(log, 'utf8').trimEnd().split('\n').slice(-shownLines).join('\n'))
  return code
}

function usage(): string {
  const widest = Math.max(...Object.keys(longTests).map((name) => name.length))
  const rows = Object.entries(longTests).map(([name, { shows }]) => `  ${name.padEnd(widest)}  ${shows}`)
  return `usage: npm run test:long -- NAME… | parts | all [--short]\n\n${rows.join('\n')}`
}
