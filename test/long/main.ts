import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { longTests, skippedCode } from './tests.ts'

/**
 * `npm run test:long -- NAME… [--short] [-- MORE]`: runs long tests by their names; `all` of them, with
 * `--short` all that have a short form, as CI does: `rest` first, the others beside each other. What is behind a second `--` is handed to the test. A test whose programs
 * are not on this machine is skipped. Exit code 1 if a test fails, 2 for wrong usage.
 */
const typed = process.argv.slice(2)
const dashes = typed.includes('--') ? typed.indexOf('--') : typed.length
const more = typed.slice(dashes + 1)
const { values, positionals: given } = parseArgs({
  args: typed.slice(0, dashes),
  options: { short: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const form = values.short ? 'short' : 'full'
const all = Object.keys(longTests).filter((name) => longTests[name]?.[form])
const names = given.includes('all') ? all : given
const unknown = names.filter((name) => !all.includes(name))

if (values.help || names.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`no long test is called ${name}, or it has no ${form} form`)
  console.error(usage())
  process.exitCode = values.help ? 0 : 2
} else {
  prepare()
  const passed: boolean[] = []
  // They wait more than they work.
  const beside = values.short ? names.filter((name) => name !== 'rest') : []
  for (const name of names) if (!beside.includes(name)) passed.push(await runOne(name))
  passed.push(...(await Promise.all(beside.map(runOne))))
  const failed = passed.filter((isPassed) => !isPassed).length
  console.log(`${passed.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

/** Sees to it that `dist/` is built, and that browsers and PostgreSQL are there. */
function prepare(): void {
  for (const file of [['build.ts', '--changed'], ['test/support/prepare.ts']])
    if (spawnSync(process.execPath, file, { stdio: 'inherit' }).status !== 0) process.exit(1)
}

async function runOne(name: string): Promise<boolean> {
  const test = longTests[name]
  const began = performance.now()
  const child = spawn(process.execPath, [...(test?.[form] ?? []), ...more], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...test?.environment },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = Math.round((performance.now() - began) / 1000)
  const result = code === 0 ? 'passed' : code === skippedCode ? 'skipped' : 'FAILED'
  console.log(`${result}  ${name}  ${seconds} s`)
  return result !== 'FAILED'
}

function usage(): string {
  const widest = Math.max(...Object.keys(longTests).map((name) => name.length))
  const rows = Object.entries(longTests).map(([name, { shows }]) => `  ${name.padEnd(widest)}  ${shows}`)
  return `usage: npm run test:long -- NAME… | all [--short]\n\n${rows.join('\n')}`
}
