import { expect, test } from 'vitest'
import type { Happening } from '../../../service/base/outbox/happenings.ts'
import { createOutbox } from '../../../service/base/outbox/outbox.ts'
import type { RunQuery } from '../../../service/base/outbox/sql.ts'

test('with more organizations than are remembered, no webhook misses an event', async () => {
  let now = 0
  const outbox = createOutbox(() => now)
  const run: RunQuery = async (_, [organizations]) => ({
    rows: (organizations as string[]).map((organization) => ({ organization, events: 'visit.started' })),
  })
  const visits = Array.from({ length: 10_002 }, (_, at): Happening => {
    return { organization: `organization ${at}`, type: 'visit.started', key: 'visit', at: 0 }
  })
  const last = visits.slice(-2)
  await outbox.wanted(run, visits.slice(0, -1))
  now = 100
  expect(await outbox.wanted(run, last)).toMatchObject(last)
})
