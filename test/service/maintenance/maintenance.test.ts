import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { claimMaintenance, endMaintenance } from '../../../service/base/jobs/sql.ts'
import { eventDays, openEventDay } from '../../../service/events/event-days-sql.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { sendTo } from '../../support/service.ts'
import { batchOf, resultsOf, send, view } from '../events/batch.ts'
import { insertRecord, type LocalService, startLocal, token } from '../events/records.ts'

const dayMs = 24 * 60 * 60 * 1000

forEachDatabase((database) => {
  let environment: Record<string, string>
  let service: LocalService
  beforeAll(async () => {
    environment = await database.create()
    service = await startLocal({ ...environment, ENRICH: 'email', ALLOW_PRIVATE_ADDRESSES: 'true' })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const request = async <T>(method: string, path: string, body?: object, headers = {}): Promise<T> => {
    const answer = await sendTo<T>(service.url, method, path, { body, token, headers })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }

  test.runIf(database.name === 'PGlite')(
    'an erased person is in no file once maintenance has run',
    async () => {
      // Random, so that it lies outside its row and is not compressed away.
      const noise = () => randomBytes(24).toString('base64url')
      const note = Array.from({ length: 300 }, () => `zebrafinch ${noise()}`).join(' ')
      const person = { email: 'Zoe.Zebra@acme-zebra.example', additional: { name: 'Zoe Zebra', note } }
      const { id } = await request<{ id: string }>('POST', '/v1/prospects', person, {
        'idempotency-key': 'zebra',
      })
      const made = {
        prospect: id,
        template: 'launch',
        language: 'en',
      }
      const content = await request<{ id: string; pattern: string }>('POST', '/v1/content', made)
      await complete(content.id)
      await send(service, batchOf(content, { events: [] }))
      const traces = [...['zebra', 'Zebra', 'zebrafinch'], content.id, content.pattern]
      await service.service.maintain()
      await service.service.pool.query('CHECKPOINT')
      expect(await tracesIn(environment.DATA_DIR ?? '', traces)).toEqual(traces)
      await request('DELETE', `/v1/prospects/${id}`)
      await service.service.maintain()
      expect(await tracesIn(environment.DATA_DIR ?? '', traces)).toEqual([])
    },
  )

  test.runIf(database.name === 'PGlite')('a row that changes has no table rewritten', async () => {
    const { db, maintain } = service.service
    const fileOf = () =>
      sql`SELECT relfilenode FROM pg_class WHERE relname = 'prospect'`.execute(db).then(({ rows }) => rows[0])
    await maintain()
    const file = await fileOf()
    await insertRecord(db)
    await sql`UPDATE prospect SET role = 'CTO'`.execute(db)
    await maintain()
    expect(await fileOf()).toEqual(file)
  })

  test('a clock that is years ahead deletes nothing, and an hour drops two days of events at most', async () => {
    const { db, maintain } = service.service
    const record = await insertRecord(db)
    await send(service, batchOf(record, { events: [view(1)] }))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 450 * dayMs })
    await maintain().finally(() => vi.useRealTimers())
    expect(await resultsOf(service, record)).toMatchObject({ visits: 1 })
    expect(await sql`SELECT FROM visit`.execute(db)).toMatchObject({ rows: { length: 1 } })

    for (const day of ['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04']) await openEventDay(db, day)
    await maintain(undefined, false)
    expect((await eventDays(db)).slice(0, 2)).toEqual(['2020-01-03', '2020-01-04'])
    await maintain()
    expect((await eventDays(db))[0]?.slice(0, 4)).not.toBe('2020')
  })

  /** Completes a record as its job would, with a callback that nobody takes. */
  async function complete(id: string): Promise<void> {
    const { db } = service.service
    const content = JSON.stringify([{ selector: 'h1', type: 'text', payload: 'Hello, Zoe Zebra' }])
    await db.updateTable('content').set({ status: 'completed', content }).where('id', '=', id).execute()
    const message = { organization: 'acme', id, content: id, url: 'http://127.0.0.1:9/', body: content }
    const values = { ...message, type: 'content.completed', state: 'dead', happened_at: new Date() } as const
    await db.insertInto('message').values(values).execute()
  }

  test('one process at a time does maintenance, and only where it is due', async () => {
    const { db } = service.service
    const leases = ['a', 'b', 'c', 'd']
    await sql`DELETE FROM maintenance`.execute(db)
    const claims = await Promise.all(leases.map((lease) => claimMaintenance(db, lease, 3000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    await endMaintenance(db, leases[claims.indexOf(true)] ?? '', 0)
    expect(await claimMaintenance(db, 'e', 3000)).toBe(false)
    expect(await claimMaintenance(db, 'e', 0)).toBe(true)
    await sql`UPDATE maintenance SET leased_until = to_timestamp(0)`.execute(db)
    expect(await claimMaintenance(db, 'after a kill', 0)).toBe(true)
    await endMaintenance(db, 'after a kill')
  })

  test('the command does all of it now, and the figures tell of it', async () => {
    const { code, stdout } = await motif(['maintain'], environment)
    if (database.name === 'PostgreSQL') {
      expect(code).toBe(0)
      expect(stdout).toContain('old visits deleted')
    }
    await service.service.maintain()
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/^motif_maintenance_failures_total\{task="rewrite"\} 0$/m)
    expect(metrics).toMatch(/^motif_maintenance_ended_timestamp_seconds\{task="old_visits"\} \d/m)
  })

  test.runIf(database.name === 'PostgreSQL')(
    'a dump that runs stops neither events nor maintenance, and old days go after it',
    async () => {
      const { db, pool } = service.service
      const record = await insertRecord(db)
      await send(service, batchOf(record, { events: [view(1)] }))
      const dump = await pool.connect()
      await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      await dump.query('SELECT count(*) FROM event')
      const later = Date.now() + 500 * dayMs
      const [today = ''] = await eventDays(db)
      const underWay = service.service.maintain(later)
      await send(service, batchOf(record, { events: [view(1)] }))
      expect(await resultsOf(service, record)).toMatchObject({ visits: 2 })
      await underWay
      await dump.query('SELECT count(*) FROM event')
      await dump.query('COMMIT')
      dump.release()
      await service.service.maintain(later)
      expect(await eventDays(db)).not.toContain(today)
    },
  )
})

/** Which of the texts any file below a folder has. */
async function tracesIn(folder: string, texts: string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    for (const text of texts) if (bytes.includes(text)) found.add(text)
  }
  return texts.filter((text) => found.has(text))
}
