import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { runCampaignKills } from '../campaigns/kill-campaign.ts'
import { runKills } from './kill-run.ts'

/**
 * `npm run test:long -- kill` and `campaign-kill`: kills on each database, with a line of figures. Exit code 1 if anything is
 * lost, doubled or another.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, people: { type: 'string' } },
})
const kills = Number(values.kills)

/** What a run came to: with `--people` a campaign of so many. */
function runOn(environment: Record<string, string>): Promise<object> {
  const people = Number(values.people)
  return people ? runCampaignKills(environment, { kills, people }) : runKills(environment, kills)
}

async function onPglite(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-kill-'))
  try {
    return await runOn({ DATA_DIR: join(folder, 'data') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<object | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    return await runOn({ DATABASE_URL: await createDatabase(cluster.url) })
  } finally {
    await cluster.stop()
  }
}

/** What is no fault is counted in `kills`, `cutOff`, `prospects` and `contents`. */
function show(database: string, report: object | undefined): boolean {
  console.log(`${database}: ${report ? JSON.stringify(report) : 'not on this machine'}`)
  return Object.entries(report ?? {}).every(([name, count]) =>
    /^(prospects|contents)$/.test(name) ? count > 0 : /^(kills|cutOff)$/.test(name) || count === 0,
  )
}

const [embedded, postgres] = await Promise.all([onPglite(), onPostgres()])
const isWhole = [show('PGlite', embedded), show('PostgreSQL', postgres)].every(Boolean)
process.exitCode = isWhole ? 0 : 1
