import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../service/base/database/database.ts'
import { createPageRecords } from '../../../service/content/record-cache.ts'
import { startDatabaseProxy } from '../../support/database-proxy.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { startService } from '../../support/service.ts'

const minuteMs = 60_000

describe.skipIf(!inject('postgres'))('records in memory, while PostgreSQL says nothing', () => {
  test.each([
    { away: 'goes silent', fail: 'swallow' as const },
    { away: 'refuses connections', fail: 'refuse' as const },
  ])('one that is known is served where it $away, however long', async ({ fail }) => {
    const database = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    let pattern = ''
    {
      await using service = await startService({ DATABASE_URL: database })
      const prospect = await createProspect(service, { email: 'ada@acme.example' })
      const { id } = await createContent(service, { prospect, template: 'launch' })
      pattern = (await whenCompleted(service, id)).pattern
    }
    await using proxy = await startDatabaseProxy(database)
    const { db, close } = await openDatabase({
      databaseUrl: `${proxy.url}?statement_timeout=3000&connect_timeout=3`,
      dataDir: '',
    })
    let now = 1
    const pages = createPageRecords({ db, revalidateMs: 500, now: () => now })
    const known = await pages.find(pattern)
    expect(known?.identity.body.toString()).toContain(pattern)

    const back = await proxy[fail]()
    now += 5 * minuteMs
    expect(await pages.find(pattern)).toBe(known)
    // Nor does it come back into memory by a look-up that began before it was deleted.
    pages.forget(pattern)
    expect(pages.knows(pattern)).toBe(false)
    await back?.()
    await close()
  })

  test('of one that is not in memory, whoever has a copy is told so while others still wait', async () => {
    const database = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    await using proxy = await startDatabaseProxy(database)
    await using service = await startService({ DATABASE_URL: `${proxy.url}?statement_timeout=60000` })
    const prospect = await createProspect(service, { email: 'ada@acme.example' })
    const { id } = await createContent(service, { prospect, template: 'launch' })
    const { pattern } = await whenCompleted(service, id)
    proxy.swallow()
    const answered: string[] = []
    const ask = async (who: string, headers: Record<string, string>) => {
      const answer = await service.request('GET', `/p/${pattern}`, { token: '', headers })
      answered.push(`${who} ${answer.status}`)
      return answer
    }
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
