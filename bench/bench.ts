import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type PartOptions, type PartResult, tableOf, writeDocuments } from './report.ts'

/** All parts, in the order in which they run and are shown. */
const parts: Record<
  string,
  { title: string; load(): Promise<{ measure(o: PartOptions): Promise<PartResult> }> }
> = {
  sizes: { title: 'What a page loads', load: () => import('./sizes.ts') },
  page: { title: 'A page, personalised', load: () => import('./page/page.ts') },
  passes: { title: 'What the script does in a page', load: () => import('./page/passes.ts') },
  edge: { title: 'The edge', load: () => import('./edge.ts') },
  records: { title: 'Records, as pages ask for them', load: () => import('./records.ts') },
  collector: { title: 'The collector', load: () => import('./collector.ts') },
  campaign: { title: 'Making records', load: () => import('./campaign.ts') },
}

const usage = `usage: npm run bench -- [PART…] [--runs N] [--quick]

Measures Motif beside its alternatives. Without a name all parts are measured:

${Object.entries(parts)
  .map(([name, { title }]) => `  ${name.padEnd(12)}${title}`)
  .join('\n')}

--runs N   runs for a median, 9 if nothing is said
--quick    measures with small numbers and writes nothing`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '9' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (values.help || unknown.length > 0) {
  for (const name of unknown) console.error(`no part is called ${name}`)
  console.error(usage)
  process.exit(values.help ? 0 : 2)
}
await run(positionals.length > 0 ? positionals : Object.keys(parts))
process.exit()

/** Measures part by part, and writes the figures. If one fails, the others are still measured. */
async function run(names: string[]): Promise<void> {
  execFileSync('node', ['build.ts', '--changed'], { stdio: ['ignore', 2, 2] })
  for (const name of names) {
    console.error(`bench: ${name}`)
    try {
      const { title, load } = parts[name] as (typeof parts)[string]
      const { measure } = await load()
      const result = await measure({ runs: Number(values.runs), isQuick: values.quick })
      console.log(`${tableOf(result.rows)}\n`)
      const command = `npm run bench -- ${process.argv.slice(2).join(' ') || name}`
      if (!values.quick) writeDocuments(title, command, result)
    } catch (error) {
      console.error(`bench: ${name} failed`, error)
      process.exitCode = 1
    }
  }
}
