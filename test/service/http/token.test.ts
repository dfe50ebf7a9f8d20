import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from '../../../service/store/tokens.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { ask } from '../events/batch.ts'
import { type LocalService, startLocal } from '../events/records.ts'
import { unknownId } from './support.ts'

forEachDatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test('a token may expire', async () => {
    const { db } = service.service
    const token = await createToken(db, {
      organization: 'acme',
      user: 'eve',
      role: 'admin',
      expiresInDays: 1,
    })
    const statusNow = async () => (await ask(service, `/v1/content/${unknownId}`, token)).status
    const pass = (time: string) =>
      sql`UPDATE token SET expires_at = expires_at - ${time}::interval`.execute(db)
    await pass('23 hours 59 minutes')
    expect(await statusNow()).toBe(404)
    await pass('1 minute')
    expect(await statusNow()).toBe(401)
  })
})
