import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { type CampaignKillReport, runCampaignKills } from './kill-campaign.ts'

/** `npm run test:long -- campaign-kill`: kills on each database. Exit code 1 if anything is lost, doubled or another. */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, people: { type: 'string', default: '900' } },
})
const size = { kills: Number(values.kills), people: Number(values.people) }

async function onPglite(): Promise<CampaignKillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-kill-'))
  try {
    return await runCampaignKills({ DATA_DIR: join(folder, 'data') }, size)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<CampaignKillReport | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    return await runCampaignKills({ DATABASE_URL: await createDatabase(cluster.url) }, size)
  } finally {
    await cluster.stop()
  }
}

function show(database: string, report: CampaignKillReport | undefined): boolean {
  console.log(`${database}: ${report ? JSON.stringify(report) : 'not on this machine'}`)
  if (!report) return true
  const { kills, cutOff, ...faults } = report
  return Object.values(faults).every((count) => count === 0)
}

const [embedded, postgres] = await Promise.all([onPglite(), onPostgres()])
const isWhole = [show('PGlite', embedded), show('PostgreSQL', postgres)].every(Boolean)
process.exitCode = isWhole ? 0 : 1
