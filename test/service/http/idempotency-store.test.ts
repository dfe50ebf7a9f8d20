import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import {
  type Claim,
  claimRequest,
  deleteOldAnswers,
  keepAnswer,
  releaseRequest,
} from '../../../service/base/http/plugins/idempotency.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { forADatabase } from '../../support/databases.ts'

const keyed = { organization: 'acme', method: 'POST', path: '/v1/content', key: 'key', body: '{}' }

forADatabase((database) => {
  let store: OpenDatabase
  beforeAll(async () => {
    store = await openStore(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
  })
  afterAll(() => store?.close())

  test('what a killed process had claimed may be tried again, and only one of the two is kept', async () => {
    const killed = { ...keyed, key: 'killed' }
    const lost = await claimRequest(store.db, killed)
    await expect(claimRequest(store.db, killed)).rejects.toMatchObject({ refusal: 'key-in-use' })
    await passTime(store, '61 seconds')
    const taken = await claimRequest(store.db, killed)
    await expect(keepAnswer(store.db, lost as Claim, 'lost', null)).rejects.toMatchObject({
      refusal: 'key-in-use',
    })
    await keepAnswer(store.db, taken as Claim, '{"answer":"é"}', null)
    await releaseRequest(store.db, lost as Claim)
    expect(await claimRequest(store.db, killed)).toEqual({ answer: '{"answer":"é"}' })
  })

  test('an answer is kept for 24 hours, unreadable to who does not know the key', async () => {
    const claim = await claimRequest(store.db, keyed)
    await keepAnswer(store.db, claim as Claim, '{"email":"planted@example.com"}', null)
    const { rows } = await sql`SELECT * FROM idempotency`.execute(store.db)
    expect(JSON.stringify(rows)).not.toMatch(/planted|"key"/)
    await passTime(store, '23 hours 59 minutes')
    await deleteOldAnswers(store.db)
    expect(await claimRequest(store.db, keyed)).toHaveProperty('answer')
    await passTime(store, '1 minute')
    expect(await claimRequest(store.db, keyed)).toHaveProperty('claim')
    await passTime(store, '24 hours')
    await deleteOldAnswers(store.db)
    expect((await sql`SELECT 1 FROM idempotency`.execute(store.db)).rows).toEqual([])
  })
})

/** Lets the stored times be that much older. */
async function passTime({ db }: OpenDatabase, interval: string): Promise<void> {
  await sql`UPDATE idempotency SET created_at = created_at - ${interval}::interval,
    claimed_until = claimed_until - ${interval}::interval`.execute(db)
}
