import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { motif } from '../../support/motif.ts'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, measuredTemplate } from '../../support/templates.ts'
import { asker, compare, type KeptRecord, live, type Tally } from './life.ts'
import { slopeOf } from './slope.ts'

/**
 * Hours of use in one: `npm run test:long -- soak -- --minutes 60 --database both`. Kills come in the first sixth, then one
 * process lives on. Its memory is judged once it has lived for as long again: until then caches fill and the engine
 * compiles. On PostgreSQL a second replica comes and goes all the time.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    database: { type: 'string', default: 'both' },
  },
})
const minutes = Number(values.minutes)
const endMs = minutes * 60_000
const killsUntilMs = endMs / 6
const judgedFromMs = 2 * killsUntilMs
const clients = 8
const longestKept = 200
/** A slope says little where the run is short. */
const judgedFromMinutes = 30
const mostSlopeMbPerMinute = 1

let failed = false
if (values.database !== 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'motif-soak-'))
  failed = (await soak('PGlite', { DATA_DIR: join(folder, 'data') })) || failed
  await rm(folder, { recursive: true, force: true })
}
const cluster = values.database === 'pglite' ? undefined : await startCluster()
if (cluster) {
  failed = (await soak('PostgreSQL', { DATABASE_URL: await createDatabase(cluster.url) })) || failed
  await cluster.stop()
}
process.exit(failed ? 1 : 0)

/** Runs it on one database, prints what it came to, and gives whether anything is wrong. */
async function soak(name: string, database: Record<string, string>): Promise<boolean> {
  await using templates = await createTemplatesDir({ launch: measuredTemplate })
  const token = 'a-token-of-the-soak-0123456789'
  const environment = {
    ...database,
    TEMPLATES_DIR: templates.path,
    MOTIF_TOKENS: `acme/ada=${token}`,
    LOG_LEVEL: 'error',
  }
  const start = async (): Promise<Service> => {
    const service = await startService(environment)
    return {
      ...service,
      request: (method, path, options) => service.request(method, path, { token, ...options }),
    }
  }
  const tally: Tally = { lives: 0, visits: 0, answers: 0, lost: 0, doubled: 0, serverErrors: 0, notes: [] }
  const began = performance.now()
  const isOver = () => performance.now() - began > endMs
  let first = start()
  let second: Promise<Service> | undefined
  let kills = 0
  const kept: KeptRecord[] = []
  const target = () => (second && randomInt(2) === 0 ? second : first)
  const pick = <T>(of: T[]): T => of[randomInt(of.length)] as T

  async function client(): Promise<void> {
    while (!isOver()) {
      const record = await live(target, tally, pick)
      if (record && kept.length < longestKept) kept.push(record)
    }
  }

  async function kill(): Promise<void> {
    while (performance.now() - began < killsUntilMs) {
      await wait(randomInt(2000, 15_000))
      const running = await first
      first = running.stop('SIGKILL').then(start)
      await first
      kills += 1
    }
  }

  async function comeAndGo(): Promise<void> {
    while (name === 'PostgreSQL' && !isOver()) {
      await wait(randomInt(2000, 10_000))
      const running = await start()
      second = Promise.resolve(running)
      await wait(randomInt(5000, 20_000))
      second = undefined
      await running.stop(randomInt(2) === 0 ? 'SIGKILL' : 'SIGTERM')
    }
  }

  async function maintain(): Promise<void> {
    while (!isOver()) {
      await wait(10_000)
      await first
      const { code, stderr } = await motif(['maintain'], environment)
      if (code !== 0 && performance.now() - began > killsUntilMs)
        tally.notes.push(`maintain: ${stderr.trim()}`)
    }
  }

  const samples: [minute: number, megabytes: number][] = []
  async function sample(): Promise<void> {
    while (!isOver()) {
      await wait(5000)
      const { url } = await first
      const text = await fetch(`${url}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      )
      const bytes = Number(/^motif_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
      if (bytes > 0 && performance.now() - began > judgedFromMs)
        samples.push([(performance.now() - began) / 60_000, bytes / 2 ** 20])
    }
  }

  await Promise.all([...Array.from({ length: clients }, client), kill(), comeAndGo(), maintain(), sample()])
  await (await first).stop('SIGKILL')
  first = start()
  for (const record of kept)
    await compare(
      asker(() => first, tally),
      tally,
      record,
    )
  await (await first).stop()

  const slope = slopeOf(samples)
  const { notes, ...counts } = tally
  console.log(`${name}: ${JSON.stringify({ minutes, kills: kills + 1, kept: kept.length, ...counts })}`)
  const last = samples.at(-1)?.[1] ?? 0
  const most = Math.max(...samples.map(([, megabytes]) => megabytes))
  console.log(
    `${name}: memory ${Math.round(last)} MB at the end, ${Math.round(most)} MB at most, ${slope.toFixed(2)} MB/min`,
  )
  for (const line of new Set(notes)) console.log(`${name}: ${line}`)
  const isGrowing = minutes >= judgedFromMinutes && slope > mostSlopeMbPerMinute
  if (isGrowing) console.log(`${name}: memory grows`)
  return isGrowing || notes.length > 0
}
