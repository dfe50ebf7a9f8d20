import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run test:long -- import [-- LINES]`: imports a file of a million lines and says how fast and with how much memory at
 * most; into the embedded database, which is in the same process, or with `DATABASE_URL` into PostgreSQL. Longer than
 * a test may take.
 */

const lines = Number(process.argv[2] ?? 1_000_000)
const { DATABASE_URL, PATH } = process.env
/** PGlite takes up to 850 MB of its own, whatever is imported. */
const mostMegabytes = DATABASE_URL ? 500 : 1200

const folder = await mkdtemp(join(tmpdir(), 'motif-million-'))
try {
  const file = join(folder, 'people.csv')
  await writePeople(file)
  // The first start on a new folder takes far more memory than all later ones.
  await run(['token', 'create', '--organization', 'million', '--user', 'import'])
  const began = performance.now()
  const { code, peakMegabytes } = await run(['import-people', file, '--organization', 'million'])
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${lines} lines in ${seconds.toFixed(1)} s: ${Math.round(lines / seconds)} a second, peak memory ${peakMegabytes} MB`,
  )
  process.exitCode = code === 0 && peakMegabytes <= mostMegabytes ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function writePeople(file: string): Promise<void> {
  const out = createWriteStream(file)
  out.write('name,email,company,role,industry,domain,linkedin\n')
  const roles = ['CTO', 'VP Sales', 'Head of Marketing', 'Software Engineer', '"Director, R&D"']
  for (let n = 0; n < lines; n++) {
    const domain = `company${n % 50_000}.example`
    const row = `Person ${n},person${n}@${domain},Company ${n % 50_000},${roles[n % 5]},Tools,${domain},linkedin.com/in/p${n}\r\n`
    if (!out.write(row)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

async function run(args: string[]): Promise<{ code: number | null; peakMegabytes: number }> {
  const child = spawn(process.execPath, ['service/cli.ts', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH, ...(DATABASE_URL ? { DATABASE_URL } : { DATA_DIR: join(folder, 'data') }) },
  })
  let peakMegabytes = 0
  const watch = setInterval(async () => {
    peakMegabytes = Math.max(peakMegabytes, await peakOf(child))
  }, 200)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  return { code, peakMegabytes }
}

/** Linux keeps the peak; elsewhere it is not known. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}
