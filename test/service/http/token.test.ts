import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignInLink, findSession, takeSignInLink } from '../../../service/access/sessions.ts'
import { createToken } from '../../../service/access/tokens.ts'
import { forADatabase } from '../../support/databases.ts'
import { ask } from '../events/batch.ts'
import { type LocalService, startLocal } from '../events/records.ts'
import { unknownId } from './support.ts'

forADatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  test('a token may expire', async () => {
    const { db } = service.service
    const { token } = await createToken(db, {
      organization: 'acme',
      user: 'eve',
      role: 'admin',
      expiresInDays: 1,
    })
    const statusNow = async () => (await ask(service, `/v1/content/${unknownId}`, token)).status
    const pass = (time: string) =>
      sql`UPDATE credential SET expires_at = expires_at - ${time}::interval`.execute(db)
    await pass('23 hours 59 minutes')
    expect(await statusNow()).toBe(404)
    await pass('1 minute')
    expect(await statusNow()).toBe(401)
  })

  test('a session lasts 12 hours, the link that it came from no longer than it says', async () => {
    const { db } = service.service
    const member = { organization: 'acme', user: 'eve', role: 'viewer' } as const
    const pass = (kind: 'session' | 'link', time: string) =>
      sql`UPDATE credential SET expires_at = expires_at - ${time}::interval WHERE kind = ${kind}`.execute(db)
    const late = await createSignInLink(db, member, 15 * 60)
    await pass('link', '15 minutes')
    expect(await takeSignInLink(db, late.secret)).toBeUndefined()
    const link = await createSignInLink(db, member, 15 * 60)
    await pass('link', '14 minutes 50 seconds')
    const { secret = '' } = (await takeSignInLink(db, link.secret)) ?? {}
    expect(await takeSignInLink(db, link.secret)).toBeUndefined()
    await pass('session', '11 hours 59 minutes')
    expect(await findSession(db, secret)).toMatchObject({ user: 'eve', role: 'viewer' })
    await pass('session', '1 minute')
    expect(await findSession(db, secret)).toBeUndefined()
  })
})
