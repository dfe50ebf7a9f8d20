import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import { createLive } from '../../../service/events/live/live.ts'
import type { Today } from '../../../service/events/today.ts'
import { namesOf } from '../../../service/templates/item-names.ts'
import { batchOf, send, view } from '../events/batch.ts'
import { insertRecord, type LocalService, startLocal } from '../events/records.ts'

let service: LocalService
beforeAll(async () => {
  service = await startLocal()
})
afterAll(() => service[Symbol.asyncDispose]())

test('whoever follows once the last one has left is told what happens, also when that one’s connection closes', async () => {
  const { db } = service.service
  const live = createLive({
    db,
    log: createLog('silent'),
    linkOf: async () => undefined,
    namesOf: async () => namesOf(undefined),
  })
  onTestFinished(() => live.finish())
  const stop = live.follow('acme', { send() {}, end() {} })
  stop()
  const told: Today[] = []
  live.follow('acme', { send: ({ json }) => told.push(JSON.parse(json) as Today), end() {} })
  await expect.poll(() => told.at(-1)?.now).toEqual([])
  // A stream that has ended stops once more when its connection closes: later, where its client is slow to read.
  stop()
  const record = await insertRecord(db)
  await send(service, batchOf(record, { last: 1, input: true, events: [view(1)] }))
  await expect.poll(() => told.at(-1)?.now).toMatchObject([{ content: record.id }])
})
