import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { archiveDays } from '../../../service/events/archive.ts'
import { dayOf, openEventDay } from '../../../service/events/event-days-sql.ts'
import { forADatabase } from '../../support/databases.ts'
import { askDuckDb } from '../../support/duckdb.ts'
import { motif } from '../../support/motif.ts'
import { batchOf, click, duration, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from './records.ts'

const documented = await readFile('docs/data.md', 'utf8')

forADatabase((database) => {
  let environment: Record<string, string>
  let service: LocalService
  let folder: string
  const folders: string[] = []
  beforeAll(async () => {
    environment = await database.create()
    service = await startLocal(environment)
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'motif-archive-'))
    folders.push(folder)
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })))
  })

  async function archive(before: string, assertMine?: () => Promise<void>) {
    const done: string[] = []
    const options = { before, folder, ...(assertMine && { assertMine }) }
    for await (const { day, organizations, events } of archiveDays(service.service.db, options))
      done.push(`${day} ${organizations} ${events}`)
    return done
  }
  const fileOf = (day: string, organization = 'acme') => join(folder, organization, `${day}.parquet`)

  /** A record with a visit that saw, clicked and read something on a day. */
  async function visited(day: string, organization = 'acme'): Promise<TestRecord> {
    const { db } = service.service
    const record = await insertRecord(db, { organization })
    await send(service, batchOf(record, { last: 3, events: [view(1), click(2), duration(3, 3000)] }))
    await openEventDay(db, day)
    for (const table of ['visit', 'event'] as const)
      await db.updateTable(table).set({ day }).where('content', '=', record.id).execute()
    return record
  }

  /** The rows of `report.events` of a record, as DuckDB shows those of a file. */
  async function reportOf({ id }: TestRecord): Promise<unknown[][]> {
    const { rows } = await service.service.pool.query({
      text: `SELECT record, visit, seq, item, type, (extract(epoch FROM happened_at) * 1000)::float8 AS at, button,
        ms, counted FROM report.events WHERE record = $1 ORDER BY seq`,
      values: [id],
      rowMode: 'array',
    })
    return rows as unknown[][]
  }

  test('a day moves into a file of each organization, with what report.events showed, and results stay', async () => {
    const [mine, others] = [
      await visited('2026-01-05'),
      await visited('2026-01-05', 'a/b *.株式会社'.repeat(15)),
    ]
    const later = await visited('2026-01-06')
    const [shown, before] = [await reportOf(mine), await resultsOf(service, mine)]
    expect(await archive('2026-01-06')).toEqual(['2026-01-05 2 6'])
    expect(await readdir(folder)).toHaveLength(2)
    expect((await stat(fileOf('2026-01-05'))).mode & 0o777).toBe(0o600)
    const rows = `SELECT * EXCLUDE (organization, arrived_on) FROM '${folder}/*/*.parquet' WHERE record = ? ORDER BY seq`
    expect(await askDuckDb(rows, [mine.id])).toEqual(shown)
    expect(
      await askDuckDb(
        `SELECT DISTINCT organization, arrived_on::text FROM '${folder}/*/*.parquet' WHERE record = ?`,
        [others.id],
      ),
    ).toEqual([[others.organization, '2026-01-05']])
    expect(await reportOf(mine)).toEqual([])
    expect(await reportOf(later)).toHaveLength(3)
    const { items, ...rest } = await resultsOf(service, mine)
    expect(rest).toEqual({ ...before, items: undefined })
    expect(items.map(({ events }) => events)).toEqual(before.items.map(({ events }) => events))
    await archive('2026-01-07')
  })

  test('DuckDB answers the questions of docs/data.md as the database did', async () => {
    const questions = [...documented.matchAll(/```sql\n(-- DuckDB\n[\s\S]*?)```/g)].map(
      ([, each = '']) => each,
    )
    expect(questions).toHaveLength(3)
    await visited('2026-01-05')
    await visited('2026-02-05')
    const asked = async (question: string) => {
      const text = question.replace("'/var/lib/motif-archive/*/*.parquet'", 'report.events')
      const { rows } = await service.service.pool.query({ text, rowMode: 'array' })
      return rows.map((row) => row.map(Number.parseFloat))
    }
    const before = await Promise.all(questions.map(asked))
    await archive('2026-03-01')
    for (const [at, question] of questions.entries()) {
      const answer = await askDuckDb(question.replace('/var/lib/motif-archive', folder))
      expect(answer.length).toBeGreaterThan(0)
      expect(answer.map((row) => row.map((value) => Number.parseFloat(String(value))))).toEqual(before[at])
    }
  })

  test('a run that ends before it has dropped a day loses nothing, and the next goes on', async () => {
    const record = await visited('2026-01-05')
    await mkdir(join(folder, 'acme'))
    await writeFile(`${fileOf('2026-01-05')}.part`, 'half a file')
    const ended = archive('2026-01-06', () => Promise.reject(new Error('another process')))
    await expect(ended).rejects.toThrow('another process')
    expect(await reportOf(record)).toHaveLength(3)
    expect(await archive('2026-01-06')).toEqual(['2026-01-05 1 3'])
    expect(await readdir(join(folder, 'acme'))).toEqual(['2026-01-05.parquet'])
    expect(await askDuckDb(`SELECT seq FROM '${fileOf('2026-01-05')}' ORDER BY seq`)).toEqual([[1], [2], [3]])
  })

  test('nothing leaves the database if a file has other events, or cannot be written', async () => {
    await visited('2026-01-05')
    await archive('2026-01-06')
    const [again, more] = [await visited('2026-01-05'), await visited('2026-01-05')]
    await expect(archive('2026-01-06')).rejects.toThrow('has 3 events, the database 6')
    await rm(join(folder, 'acme'), { recursive: true })
    await writeFile(join(folder, 'acme'), 'no folder')
    await expect(archive('2026-01-06')).rejects.toThrow('cannot be written')
    for (const record of [again, more]) expect(await reportOf(record)).toHaveLength(3)
    await rm(join(folder, 'acme'))
    await archive('2026-01-06')
  })

  test.runIf(database.name === 'PostgreSQL')(
    'the command leaves days alone that EVENTS_RETENTION_DAYS keeps',
    async () => {
      const kept = dayOf(Date.now() - 400 * 24 * 60 * 60 * 1000)
      const [old, young] = [await visited('2020-01-05'), await visited(kept)]
      const command = ['archive', '--before', dayOf(Date.now()), '--to', folder]
      expect(await motif(command, environment)).toMatchObject({
        code: 0,
        stdout: '2020-01-05: 3 events of 1 organization\n',
      })
      expect(await reportOf(old)).toEqual([])
      expect(await reportOf(young)).toHaveLength(3)
      expect(existsSync(fileOf(kept))).toBe(false)
      expect(await motif(command, environment)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(`no events arrived before ${kept}`),
      })
    },
  )
})
