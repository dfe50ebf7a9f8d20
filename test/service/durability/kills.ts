import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { type KillReport, runKills } from './kill-run.ts'

/** `npm run test:long -- kill`: kills on each database, with a line of figures. Exit code 1 if anything is lost or doubled. */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } })
const kills = Number(values.kills)

async function onPglite(): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-kill-'))
  try {
    return await runKills({ DATA_DIR: join(folder, 'data') }, kills)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<KillReport | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    return await runKills({ DATABASE_URL: await createDatabase(cluster.url) }, kills)
  } finally {
    await cluster.stop()
  }
}

function show(database: string, report: KillReport | undefined): boolean {
  console.log(`${database}: ${report ? JSON.stringify(report) : 'not on this machine'}`)
  if (!report) return true
  const { kills, prospects, contents, ...faults } = report
  if (prospects === 0 || contents === 0) return false
  return Object.values(faults).every((count) => count === 0)
}

const [embedded, postgres] = await Promise.all([onPglite(), onPostgres()])
const isWhole = [show('PGlite', embedded), show('PostgreSQL', postgres)].every(Boolean)
process.exitCode = isWhole ? 0 : 1
