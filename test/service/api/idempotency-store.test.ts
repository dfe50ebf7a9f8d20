import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { openService, type Service } from '../../../service/service.ts'
import {
  type Claim,
  claimRequest,
  forgetOldAnswers,
  keepAnswer,
  releaseRequest,
} from '../../../service/store/idempotency.ts'
import { forEachDatabase } from '../../support/databases.ts'

const keyed = { organization: 'acme', method: 'POST', path: '/v1/content', key: 'key', body: '{}' }

forEachDatabase((database) => {
  let service: Service
  beforeAll(async () => {
    service = await openService(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
  }, 180_000)
  afterAll(() => service?.stop())

  test('what a killed process had claimed may be tried again, and only one of the two is kept', async () => {
    const killed = { ...keyed, key: 'killed' }
    const lost = await claimRequest(service.db, killed)
    await expect(claimRequest(service.db, killed)).rejects.toMatchObject({ code: 40900 })
    await passTime(service, '61 seconds')
    const taken = await claimRequest(service.db, killed)
    await expect(keepAnswer(service.db, lost as Claim, 'lost')).rejects.toMatchObject({ code: 40900 })
    await keepAnswer(service.db, taken as Claim, '{"answer":"é"}')
    await releaseRequest(service.db, lost as Claim)
    expect(await claimRequest(service.db, killed)).toEqual({ answer: '{"answer":"é"}' })
  })

  test('an answer is kept for 24 hours, unreadable to who does not know the key', async () => {
    const claim = await claimRequest(service.db, keyed)
    await keepAnswer(service.db, claim as Claim, '{"email":"planted@example.com"}')
    const { rows } = await sql`SELECT * FROM idempotency`.execute(service.db)
    expect(JSON.stringify(rows)).not.toMatch(/planted|"key"/)
    await passTime(service, '23 hours 59 minutes')
    await forgetOldAnswers(service.db)
    expect(await claimRequest(service.db, keyed)).toHaveProperty('answer')
    await passTime(service, '1 minute')
    expect(await claimRequest(service.db, keyed)).toHaveProperty('claim')
    await passTime(service, '24 hours')
    await forgetOldAnswers(service.db)
    expect((await sql`SELECT 1 FROM idempotency`.execute(service.db)).rows).toEqual([])
  })

  test('an embedded database that is opened again has no request in flight', async () => {
    if (database.name !== 'PGlite') return
    const environment = { ...(await database.create()), LOG_LEVEL: 'silent' }
    const before = await openService(readConfig(environment))
    await claimRequest(before.db, keyed)
    await before.stop()
    const after = await openService(readConfig(environment))
    expect(await claimRequest(after.db, keyed)).toHaveProperty('claim')
    await after.stop()
  }, 180_000)
})

/** Lets the stored times be that much older. */
async function passTime({ db }: Service, interval: string): Promise<void> {
  await sql`UPDATE idempotency SET created_at = created_at - ${interval}::interval,
    claimed_until = claimed_until - ${interval}::interval`.execute(db)
}
