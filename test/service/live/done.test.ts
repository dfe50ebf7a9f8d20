import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import { createLive } from '../../../service/events/live/live.ts'
import type { Today } from '../../../service/events/today.ts'
import { namesOf } from '../../../service/templates/item-names.ts'
import { batchOf, duration, send } from '../events/batch.ts'
import { insertRecord, type LocalService, startLocal } from '../events/records.ts'

let service: LocalService
beforeAll(async () => {
  service = await startLocal()
})
afterAll(() => service[Symbol.asyncDispose]())

test('whoever is done while the week is being read is shown as done at the next look', async () => {
  const { db } = service.service
  const record = await insertRecord(db)
  // Read something and left.
  await send(service, batchOf(record, { last: 1, input: true, events: [duration(1, 3000)] }))
  // The week is kept for a while, by this clock: here it stands still, so it would be kept for ever.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  const [reading, goingOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const live = createLive({
    db,
    log: createLog('silent'),
    linkOf: async () => undefined,
    // Asked once those who came are read.
    async namesOf() {
      reading.resolve()
      await goingOn.promise
      return namesOf(undefined)
    },
  })
  const told: Today[] = []
  live.follow('acme', { send: ({ json }) => told.push(JSON.parse(json) as Today), end() {} })
  onTestFinished(() => live.finish())
  await reading.promise
  await live.setDone('acme', record.id, true)
  goingOn.resolve()
  await expect.poll(() => told.at(-1)?.week).toMatchObject([{ content: record.id, done: true }])
})
