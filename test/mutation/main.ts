import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isRun } from '../long/suite-parts.ts'
import { type Fault, faults, fewFaults } from './faults.ts'

/**
 * `npm run test:long -- mutation [--short] [-- --at COMMIT --only TEXT --quick]`: puts one fault after the other into a copy of
 * the project and runs the tests of its neighbourhood, of which one must fail. `--at` takes the sources and tests of
 * another commit, to compare two suites; a fault whose text is not there is told. `--only` takes the faults of files
 * whose path has the text. `--quick` runs only those tests that `npm test` runs, too. Exit code 1 if a fault is missed, has no text any more,
 * or has tests that fail without it.
 */
const { values } = parseArgs({
  options: {
    at: { type: 'string' },
    only: { type: 'string', default: '' },
    few: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})
/** A fault that makes the tests hang so long is found. */
const patienceMs = 600_000
const shownCharacters = 4000
const copy = mkdtempSync(join(tmpdir(), 'motif-mutation-'))
const log = `${copy}.log`
process.once('exit', () => {
  for (const path of [copy, log]) rmSync(path, { recursive: true, force: true })
})

type Outcome = 'found' | 'missed' | 'stale' | 'unsure'
const counts: Record<Outcome, number> = { found: 0, missed: 0, stale: 0, unsure: 0 }

copyProject()
/** By their arguments: whether the tests pass without a fault. */
const passed = new Map<string, boolean>()
for (const fault of (values.few ? fewFaults : faults).filter(({ file }) => file.includes(values.only))) {
  const began = performance.now()
  const outcome = await tryFault(fault)
  counts[outcome]++
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${outcome.padEnd(6)}  ${fault.file}  ${fault.was}  →  ${fault.becomes || 'nothing'}  ${seconds} s`,
  )
}
console.log(
  `${counts.found} found, ${counts.missed} missed, ${counts.stale} without their text, ${counts.unsure} whose tests fail without them`,
)
process.exitCode = counts.missed + counts.stale + counts.unsure > 0 ? 1 : 0

/** The project as it is, or was, with the packages of this one. */
function copyProject(): void {
  const files = values.at
    ? `git archive '${values.at}'`
    : 'git ls-files -z --cached --others --exclude-standard --deduplicate | tar --null --ignore-failed-read -cT -'
  const made = spawnSync('sh', ['-c', `${files} | tar -x -C '${copy}'`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (made.status !== 0) throw new Error('The project cannot be copied.')
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
}

async function tryFault({ file, was, becomes, tests: named }: Fault): Promise<Outcome> {
  const tests = values.quick ? ofNpmTest(named) : named
  if (tests.every((argument) => argument.startsWith('--'))) return 'missed'
  const path = join(copy, file)
  const source = readIfThere(path)
  const parts = source.split(was)
  if (parts.length !== 2) return 'stale'
  if (!(await doTestsPassWithout(tests))) return 'unsure'
  writeFileSync(path, parts.join(becomes))
  const isFound = !(await doTestsPass(tests))
  writeFileSync(path, source)
  return isFound ? 'found' : 'missed'
}

/** The tests that `npm test` runs, of those that are named by how their paths begin. */
function ofNpmTest(named: string[]): string[] {
  const files = globSync('test/**/*.test.ts').filter((file) => isRun(file, 'quick'))
  return named.flatMap((argument) =>
    argument.startsWith('--') ? argument : files.filter((file) => file.startsWith(argument)),
  )
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** What fails without a fault finds none. */
async function doTestsPassWithout(tests: string[]): Promise<boolean> {
  const key = tests.join(' ')
  const isKnown = passed.has(key)
  const isPassed = passed.get(key) ?? (await doTestsPass(tests))
  passed.set(key, isPassed)
  if (!isKnown && !isPassed) console.log(readFileSync(log, 'utf8').slice(-shownCharacters))
  return isPassed
}

async function doTestsPass(tests: string[]): Promise<boolean> {
  if (!(await isDone('build.ts', '--changed'))) return false
  const isPassed = await isDone('node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests)
  // A Vitest that does not start has found nothing. One that hangs and is ended says that it has begun.
  const isBegun = isPassed || / RUN |FAIL/.test(readFileSync(log, 'utf8'))
  if (!isBegun) throw new Error(`Vitest did not start:\n${readFileSync(log, 'utf8')}`)
  return isPassed
}

/** Whether a file that Node.js runs in the copy ends well. */
async function isDone(...command: string[]): Promise<boolean> {
  const out = openSync(log, 'w')
  const child = spawn(process.execPath, command, {
    cwd: copy,
    stdio: ['ignore', out, out],
    timeout: patienceMs,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  closeSync(out)
  return code === 0
}
