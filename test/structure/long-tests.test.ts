import { expect, test } from 'vitest'
import { changedBy } from '../long/tests.ts'

test('a long test that the environment makes smaller is no full run', () => {
  expect(changedBy({ PATH: '/usr/bin', HOME: '/root' })).toEqual([])
  expect(changedBy({ PATH: '/usr/bin', STORM_RUN: '7', TEST_EVENTS: '1000' })).toEqual([
    'STORM_RUN',
    'TEST_EVENTS',
  ])
})
