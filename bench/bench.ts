import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { namedParts, namesOfParts, parts, unknownParts } from './parts.ts'
import { build, prepare } from './prepare.ts'
import { writeDocuments } from './report/documents.ts'
import { type Kept, keepResults, readKept } from './report/kept.ts'
import { describeMachine } from './report/machine.ts'
import type { PartOptions } from './report/row.ts'
import { tableOf } from './report/table.ts'

/**
 * Measures Motif beside its alternatives, prints a table for each part, and writes all into `bench/results.json`, into `docs/figures.md`, and the
 * lines that matter most into the README. `npm run bench` runs all parts, `npm run bench -- page apply` those that are named,
 * `npm run bench -- page-lines` everything about the page. Parts that are not run keep their last figures.
 *
 * `--runs N`: runs for a median, at most. Default: 9. `--events N`: events in the database for the part `results`. Default: 10 million.
 * `--quick`: measures with small numbers and writes nothing. `--write`: measures nothing and writes the documents again from what was
 * kept. `service --beside FOLDER`: compares the service with the one that is built in another checkout, on both databases, prints that, and writes
 * nothing.
 */
const { values, positionals } = readArguments()
const usage = `usage: npm run bench -- [PART… | GROUP…] [--runs N] [--events N] [--quick]
       npm run bench -- --write
       npm run bench -- service --beside FOLDER

Without a name all parts are measured.

${namesOfParts()}

--runs N         runs for a median, at most: 9 if nothing is said
--events N       events in the database for the part results: 10000000 if nothing is said
--quick          measures with small numbers and writes nothing
--write          measures nothing and writes the documents again from what was kept
--beside FOLDER  compares the service with the one that is built in another checkout`

const unknown = unknownParts(positionals)
const isUsable = values.problem === undefined && unknown.length === 0
if (values.help || !isUsable) {
  if (values.problem) console.error(values.problem)
  for (const name of unknown) console.error(`no part is called ${name}`)
  console.error(usage)
  process.exit(values.help && isUsable ? 0 : 2)
}

const options = { runs: Number(values.runs), isQuick: values.quick, events: Number(values.events) }
const results = await readKept()
if (values.write) await writeDocuments(results)
else if (values.beside !== undefined) await compare(values.beside)
else await run(namedParts(positionals), options)
process.exit()

/** What was typed; `problem` says what is wrong with it. */
function readArguments() {
  const options = {
    runs: { type: 'string', default: '9' },
    quick: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000000' },
    write: { type: 'boolean', default: false },
    beside: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const
  const given = { options, allowPositionals: true } as const
  try {
    const { values, positionals } = parseArgs(given)
    const wrong = (['runs', 'events'] as const).find((name) => !/^[1-9]\d*$/.test(values[name]))
    return {
      values: { ...values, problem: wrong && `--${wrong}: give a whole number from 1 on` },
      positionals,
    }
  } catch (error) {
    const { values, positionals } = parseArgs({ ...given, args: [] })
    return { values: { ...values, problem: (error as Error).message }, positionals }
  }
}

async function compare(folder: string): Promise<void> {
  build()
  const { measureBeside } = await import('./service/beside.ts')
  console.log(await measureBeside(folder, values.quick))
}

async function run(names: string[], options: PartOptions): Promise<void> {
  prepare()
  for (const name of names) await measureOne(name, options)
  const shown = options.isQuick ? names : Object.keys(parts)
  for (const name of shown) if (results[name]) console.log(`${tableOf(results[name].rows)}\n`)
}

/** Measures one part. If it fails, it keeps its last figures, and the other parts are still measured. */
async function measureOne(name: string, options: PartOptions): Promise<void> {
  console.error(`bench: ${name}`)
  const about: Omit<Kept, 'rows' | 'measured' | 'notes'> = {
    date: new Date().toISOString(),
    command: `npm run bench -- ${process.argv.slice(2).join(' ') || name}`,
    machine: describeMachine(),
    loadBefore: loadavg()[0] ?? 0,
  }
  try {
    const part = await parts[name]?.load()
    if (part) results[name] = { ...about, ...(await part.measure(options)) }
    if (options.isQuick) return
    await keepResults(results)
    await writeDocuments(results)
  } catch (error) {
    console.error(`bench: ${name} failed`, error)
    process.exitCode = 1
  }
}
