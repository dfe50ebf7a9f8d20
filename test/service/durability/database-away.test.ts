import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { startDatabaseProxy } from '../../support/database-proxy.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'

/** More than the service has connections. */
const crowd = Array.from({ length: 12 }, (_, at) => at)
const read = (service: Service) => service.request('GET', `/v1/prospects/${'0'.repeat(24)}`)
const readAll = (service: Service) => Promise.all(crowd.map(() => read(service)))
const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

/** Longer than the service waits for an answer, below. */
const idleMs = 600

/** A service whose PostgreSQL is behind a proxy; it waits for it half a second, where it would wait for 15. */
async function startBehindProxy() {
  const proxy = await startDatabaseProxy(
    await createDatabase(inject('postgres') ?? '', { template: emptyDatabase }),
  )
  const DATABASE_URL = `${proxy.url}?statement_timeout=300&connect_timeout=1`
  return { proxy, service: await startService({ DATABASE_URL }) }
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
})
