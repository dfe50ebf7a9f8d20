import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '../../../service/base/database/database.ts'
import { findSetting } from '../../../service/base/database/settings.ts'
import { releaseMaintenance } from '../../../service/base/jobs/maintenance-claim.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { chanceOf } from '../../support/chance.ts'
import { askDuckDb } from '../../support/duckdb.ts'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { fill } from '../years/fill.ts'

/**
 * `npm run test:long -- archive`: fills a database with days of events and archives them, while the command is killed at
 * random moments. After each kill every event is in the database or in a file, and nowhere twice; in the end all are in
 * files, and DuckDB answers from them what SQL answered before. Prints seconds, bytes an event and the peak of memory.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    kills: { type: 'string', default: '20' },
    days: { type: 'string', default: '10' },
    databases: { type: 'string', default: 'PGlite,PostgreSQL' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    /** A killed process's claim on maintenance ends at once. Otherwise the next run waits for a minute. */
    'end-claims': { type: 'boolean', default: false },
  },
})
const sizes = { records: 5000, events: Number(values.events), days: Number(values.days) }
const kills = Number(values.kills)
const chance = chanceOf(Number(values.seed))
console.log(`seed ${values.seed}`)
const faults: string[] = []

const questions = [
  `SELECT item, count(*)::int AS clicks, count(DISTINCT visit)::int AS visits FROM EVENTS WHERE type = 'click' GROUP BY item`,
  `SELECT arrived_on::text, count(*)::int, sum(ms)::float8 FROM EVENTS GROUP BY 1 ORDER BY 1`,
  `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::float8 FROM EVENTS WHERE type = 'duration'`,
]

const cluster = values.databases.includes('PostgreSQL') ? await startCluster() : undefined
try {
  if (values.databases.includes('PGlite')) {
    const folder = await mkdtemp(join(tmpdir(), 'motif-archive-data-'))
    await tryOn('PGlite', { DATA_DIR: join(folder, 'data') })
    await rm(folder, { recursive: true, force: true })
  }
  if (cluster) await tryOn('PostgreSQL', { DATABASE_URL: await createDatabase(cluster.url) })
} finally {
  await cluster?.stop()
}
for (const fault of faults) console.log(`FAULT: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

async function tryOn(name: string, environment: Record<string, string>): Promise<void> {
  const archive = await mkdtemp(join(tmpdir(), 'motif-archive-'))
  const files = `'${archive}/*/*.parquet'`
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' })
  const filling = await openStore(config, 'migrate')
  await fill(filling.longRunning.db, sizes, () => {})
  const before = await answersIn(filling)
  const all = await countIn(filling)
  await filling.close()

  let [killed, seconds, peakMb, isDone] = [0, 0, 0, false]
  let span = 1500 + sizes.events / 1000
  while (!isDone) {
    const wantsKill = killed < kills
    const ran = await run(environment, archive, wantsKill ? chance.below(span) : undefined)
    seconds += ran.seconds
    peakMb = Math.max(peakMb, ran.peakMb)
    isDone = ran.code === 0
    if (!isDone && !wantsKill) throw new Error(`archive ended with ${ran.code}: ${ran.errors}`)
    if (!isDone) killed += 1
    // It was done before it was killed: what is left to kill would never come.
    if (isDone && wantsKill) span = Math.max(200, Math.round(span / 2))
    const store = await openDatabase(config)
    const [inDatabase, inFiles] = [await countIn(store), await countFiles(store, files)]
    if (inDatabase + inFiles !== all)
      faults.push(`${name}, kill ${killed}: ${inDatabase} in the database, ${inFiles} in files, of ${all}`)
    if (values['end-claims']) await releaseMaintenance(store.db)
    await store.close()
  }
  const [[rows, distinct, bytes] = []] = await askDuckDb(
    `SELECT count(*)::int, count(DISTINCT (record, visit, seq))::int,
      (SELECT sum(size) FROM read_blob(${files})) FROM ${files}`,
  )
  if (rows !== all || distinct !== all)
    faults.push(`${name}: ${rows} rows, ${distinct} different ones, of ${all}`)
  for (const [at, question] of questions.entries()) {
    const answer = await askDuckDb(question.replace('EVENTS', files))
    if (JSON.stringify(sorted(answer)) !== JSON.stringify(sorted(before[at] ?? [])))
      faults.push(`${name}: ${question}: ${JSON.stringify(answer)}, by SQL ${JSON.stringify(before[at])}`)
  }
  const perEvent = (Number(bytes) / all).toFixed(1)
  console.log(
    `${name}: ${all} events in ${sizes.days} days, ${killed} kills, ${seconds.toFixed(0)} s, ${perEvent} B an event, peak of memory ${peakMb} MB`,
  )
  await rm(archive, { recursive: true, force: true })
}

function sorted(rows: unknown[][]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort()
}

async function answersIn(store: OpenDatabase): Promise<unknown[][][]> {
  const answers: unknown[][][] = []
  for (const question of questions) {
    const text = question.replace('EVENTS', 'report.events')
    answers.push((await store.longRunning.pool.query({ text, rowMode: 'array' })).rows)
  }
  return answers
}

async function countIn({ longRunning }: OpenDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM report.events`.execute(
    longRunning.db,
  )
  return rows[0]?.count ?? 0
}

/** A file that is not settled has its draft's name still, or its own already. */
async function countFiles({ db }: OpenDatabase, files: string): Promise<number> {
  const unsettled = await db.selectFrom('archived_file').selectAll().where('settled', '=', false).execute()
  const name = await findSetting(db, 'archive_drafts')
  const drafts = unsettled.map(
    ({ folder, organization, day }) => `'${folder}/${organization}/${day}.parquet.${name}.part'`,
  )
  let count = 0
  for (const from of [files, ...drafts]) {
    const [[rows] = []] = await askDuckDb(`SELECT count(*)::int FROM ${from}`).catch(() => [[0]])
    count += Number(rows)
  }
  return count
}

/** Runs the command, and kills it after a while. */
async function run(environment: Record<string, string>, archive: string, killMs: number | undefined) {
  const began = performance.now()
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const child = spawn(
    process.execPath,
    [resolve('service/cli.ts'), 'archive', '--before', tomorrow, '--to', archive],
    {
      cwd: archive,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let peakKb = 0
  const watch = setInterval(() => {
    peakKb = Math.max(peakKb, peakOf(child.pid))
  }, 200)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  if (killMs !== undefined) void wait(killMs).then(() => child.kill('SIGKILL'))
  const code = await ended
  clearInterval(watch)
  return { code, errors, seconds: (performance.now() - began) / 1000, peakMb: Math.round(peakKb / 1000) }
}

/** The most memory that a process had so far, in KB; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
