import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { runKills } from './kill-run.ts'

forEachDatabase((database) => {
  test('killed at any moment, the service has every acknowledged record once and completes it', {
    timeout: 240_000,
  }, async () => {
    const { kills, prospects, contents, ...faults } = await runKills(await database.create(), 1, 40)
    expect(kills).toBe(1)
    expect(prospects).toBeGreaterThan(0)
    expect(contents).toBeGreaterThan(0)
    expect(faults).toEqual({ missing: 0, doubled: 0, unfinished: 0, callbacksMissing: 0, keysForgotten: 0 })
  })
})
