import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { runCampaignKills } from './kill-campaign.ts'

forEachDatabase((database) => {
  test('killed in an import and in what follows, a campaign has everybody once, with the same link', {
    timeout: 240_000,
  }, async () => {
    const report = await runCampaignKills(await database.create(), { kills: 1, people: 100 })
    expect(report).toMatchObject({ missing: 0, doubled: 0, unfinished: 0, changed: 0 })
  })
})
