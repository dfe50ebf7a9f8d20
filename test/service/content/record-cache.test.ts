import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../service/base/database/database.ts'
import { createPageRecords } from '../../../service/content/record-cache.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from '../events/records.ts'

const minuteMs = 60_000

describe.skipIf(!inject('postgres'))('records in memory, while PostgreSQL says nothing', () => {
  let proxy: DatabaseProxy
  let service: LocalService
  let record: TestRecord
  beforeAll(async () => {
    proxy = await startDatabaseProxy(
      await createDatabase(inject('postgres') ?? '', { template: emptyDatabase }),
    )
    service = await startLocal({ DATABASE_URL: `${proxy.url}?statement_timeout=60000` })
    record = await insertRecord(service.service.db)
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await proxy?.[Symbol.asyncDispose]()
  })

  test.each([
    { away: 'goes silent', fail: 'swallow' as const },
    { away: 'refuses connections', fail: 'refuse' as const },
  ])('one that is known is served where it $away, however long', async ({ fail }) => {
    const { db, close } = await openDatabase({
      databaseUrl: `${proxy.url}?statement_timeout=3000&connect_timeout=3`,
      dataDir: '',
    })
    let now = 1
    const pages = createPageRecords({ db, revalidateMs: 500, now: () => now })
    const known = await pages.find(record.pattern)
    expect(known?.identity.body.toString()).toContain(record.pattern)

    const back = await proxy[fail]()
    now += 5 * minuteMs
    expect(await pages.find(record.pattern)).toBe(known)
    // Nor does it come back into memory by a look-up that began before it was deleted.
    pages.forget(record.pattern)
    expect(pages.knows(record.pattern)).toBe(false)
    await back?.()
    proxy.pass()
    proxy.reset()
    await close()
  })

  test('of one that is not in memory, whoever has a copy is told so while others still wait', async () => {
    const answered: string[] = []
    const ask = async (who: string, headers: Record<string, string>) => {
      const answer = await fetch(`${service.url}/p/${record.pattern}`, { headers })
      answered.push(`${who} ${answer.status}`)
      return answer
    }
    // Its connections were cut.
    await expect.poll(() => service.service.pool.query('SELECT 1').catch(() => undefined)).toBeTruthy()
    proxy.swallow()
    const other = ask('nobody', {})
    const { headers } = await ask('a proxy', { 'if-none-match': '"a copy"' })
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(answered).toEqual(['a proxy 503'])
    proxy.pass()
    proxy.reset()
    await other
  })
})
