import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { startDatabaseProxy } from '../../support/database-proxy.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'

/** More than the service has connections. */
const crowd = Array.from({ length: 12 }, (_, at) => at)
const read = (service: Service) => service.request('GET', `/v1/prospects/${'0'.repeat(24)}`)
const readAll = (service: Service) => Promise.all(crowd.map(() => read(service)))
const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

/** Longer than the service waits for an answer, below. */
const idleMs = 600

/** A service whose PostgreSQL is behind a proxy; it waits for it half a second, where it would wait for 15. */
async function startBehindProxy(options = '?statement_timeout=300&connect_timeout=1') {
  const database = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
  const proxy = await startDatabaseProxy(database)
  return { database, proxy, service: await startService({ DATABASE_URL: `${proxy.url}${options}` }) }
}

/** Runs statements on the database itself. */
async function run(database: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

describe.skipIf(!inject('postgres'))('PostgreSQL that goes away', () => {
  test('is 503 with Retry-After while it does not answer, holds no connection, and a stop ends well', async () => {
    const { proxy, service } = await startBehindProxy()
    await using _proxy = proxy
    expect(statusesOf(await readAll(service))).toEqual([404])

    // Connections that had nothing to do for longer than an answer may take are watched as well.
    await wait(idleMs)
    proxy.swallow()
    const refused = await readAll(service)
    expect(statusesOf(refused)).toEqual([503])
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await service.request('GET', '/healthz')).status).toBe(200)
    const figures = (await service.request<string>('GET', '/metrics')).body
    expect(figures).toMatch(/^motif_request_seconds_count\{.*status="503"\} \d+$/m)

    proxy.pass()
    await expect.poll(async () => statusesOf(await readAll(service))).toEqual([404])

    const underWay = readAll(service)
    proxy.reset()
    expect(statusesOf(await underWay).filter((status) => status !== 404 && status !== 503)).toEqual([])
    await expect.poll(async () => statusesOf(await readAll(service))).toEqual([404])

    proxy.swallow()
    expect(await service.stop()).toBe(0)
    expect(service.output()).not.toMatch(/unhandled|uncaught|^\s+at /im)
  })

  test('is 503 with Retry-After where it takes no writes, as a standby does', async () => {
    const { database, proxy, service } = await startBehindProxy('')
    await using _proxy = proxy
    await using _service = service
    await run(
      database,
      `ALTER DATABASE ${database.replace(/.*\//, '')} SET default_transaction_read_only = on`,
    )
    proxy.reset()
    const write = () => service.request('POST', '/v1/prospects', { body: { email: 'ada@acme.example' } })
    // A connection that was reset may be noticed by the first request only.
    await expect.poll(async () => (await read(service)).status).toBe(404)
    const answer = await write()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await service.request('GET', '/readyz')).status).toBe(503)
  })

  test('a known record is served before a silent connection is given up', async () => {
    const { proxy, service } = await startBehindProxy('?statement_timeout=3000&connect_timeout=10')
    await using _proxy = proxy
    await using _service = service
    const prospect = await createProspect(service, { email: 'ada@acme.example' })
    const { pattern } = await whenCompleted(
      service,
      (await createContent(service, { prospect, template: 'launch' })).id,
    )
    const page = () => service.request('GET', `/p/${pattern}`)
    const known = await page()
    expect(known.status).toBe(200)
    // By then it is checked again.
    await wait(idleMs)

    proxy.swallow()
    const answered: string[] = []
    const asked = read(service).then(({ status }) => answered.push(`database ${status}`))
    // Whatever is asked later is given up later.
    await wait(idleMs)
    const { status, body } = await page()
    answered.push(`page ${status}`)
    expect(body).toEqual(known.body)
    await asked
    expect(answered).toEqual(['page 200', 'database 503'])
    proxy.pass()
    await expect.poll(async () => (await read(service)).status).toBe(404)
    expect((await page()).status).toBe(200)
  })

  test('that is too slow for a start ends it with one line, and the first token is shown by the next one', async () => {
    const database = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    const start = () =>
      startService({
        DATABASE_URL: `${database}?statement_timeout=300`,
        MOTIF_TOKENS: '',
        LOG_LEVEL: 'silent',
      })
    // The start makes places for the events of the days to come, and then the first token.
    for (const table of ['event', 'credential']) {
      const somebody = new pg.Client({ connectionString: database })
      await somebody.connect()
      await somebody.query(`BEGIN; LOCK TABLE ${table}`)
      const failed = await start().catch((error: Error) => error.message)
      expect(failed).toMatch(
        /^The service ended \(1\) before it listened:\nDATABASE_URL: no database answers at postgres:[^\n]* \(canceling statement due to statement timeout\)\n$/,
      )
      await somebody.end()
    }
    await using service = await start()
    expect(service.output()).toMatch(/^token of organization default, user default, shown once: \S+$/m)
  })
})
