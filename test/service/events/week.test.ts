import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../service/base/words/ids.ts'
import { insertCampaign } from '../../../service/campaigns/sql.ts'
import { listCampaignsIn, sumSpan } from '../../../service/events/week-sql.ts'
import { forADatabase } from '../../support/databases.ts'
import { batchOf, click, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal } from './records.ts'

const minuteMs = 60_000
const weekMs = 7 * 24 * 60 * minuteMs

forADatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test('a goal that is reached after midnight, in a visit that began before, is one of the week in which it was reached', async () => {
    const { db, storeBatches } = service.service
    const organization = newId()
    const record = await insertRecord(db, { organization })
    const campaign = await insertCampaign(db, organization, {
      user: 'ada',
      name: 'Spring',
      template: 'launch',
      language: 'en',
      control: 0,
      status: 'open',
      utm: {},
    })
    const now = Date.now()
    const midnight = now - (now % (24 * 60 * minuteMs))
    await db
      .updateTable('content')
      .set({ goal: 'cta', campaign: campaign.id, created_at: new Date(midnight - weekMs) })
      .where('id', '=', record.id)
      .execute()
    const sent = 10 * minuteMs
    const batch = batchOf(record, { sent, last: 2, input: true, events: [view(1), click(2, { at: sent })] })
    await storeBatches([{ batch, arrivedAt: midnight + 5 * minuteMs, robot: false }])

    const before = { from: midnight - weekMs, to: midnight }
    const after = { from: midnight, to: midnight + weekMs }
    expect(await sumSpan(db, organization, before)).toMatchObject({ people: 1, visits: 1, goals: 0 })
    expect(await sumSpan(db, organization, after)).toMatchObject({ people: 0, visits: 0, goals: 1 })
    expect(await listCampaignsIn(db, organization, before, 10)).toMatchObject([{ came: 1, reached: 0 }])
    expect(await listCampaignsIn(db, organization, after, 10)).toMatchObject([{ came: 0, reached: 1 }])
  })
})
