import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { runKills } from './kill-run.ts'

// `npm run test:long -- kill` kills fifty times.
forEachDatabase((database) => {
  test('what was acknowledged before a kill is there after it, once', async () => {
    const { kills, prospects, contents, ...faults } = await runKills(await database.create(), 1)
    expect([kills, prospects > 0, contents > 0]).toEqual([1, true, true])
    expect(Object.values(faults)).toEqual(Object.values(faults).map(() => 0))
  })
})
