import { parseArgs } from 'node:util'
import { onBothDatabases } from '../../support/postgres.ts'
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

/** With `--people` a campaign of so many. */
const reports = await onBothDatabases(async (environment): Promise<object> => {
  const people = Number(values.people)
  return people ? runCampaignKills(environment, { kills, people }) : runKills(environment, kills)
})
for (const [database, report] of reports) {
  console.log(`${database}: ${JSON.stringify(report)}`)
  // What is no fault is counted in `kills`, `cutOff`, `prospects` and `contents`.
  const isWhole = Object.entries(report).every(([name, count]) =>
    /^(prospects|contents)$/.test(name) ? count > 0 : /^(kills|cutOff)$/.test(name) || count === 0,
  )
  if (!isWhole) process.exitCode = 1
}
