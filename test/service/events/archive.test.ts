import { existsSync } from 'node:fs'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSetting } from '../../../service/base/database/settings.ts'
import { createLog } from '../../../service/base/log.ts'
import { type ArchivedDay, archiveDays, eraseFromArchive } from '../../../service/events/archive/archive.ts'
import { dayOf, openEventDay } from '../../../service/events/event-days-sql.ts'
import { readEverything } from '../../../service/maintenance/transfer.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { askDuckDb } from '../../support/duckdb.ts'
import { motifProcess } from '../../support/motif.ts'
import { ask, batchOf, click, duration, newVisitName, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from './records.ts'

const documented = await readFile('docs/data.md', 'utf8')
const log = createLog('silent')
const dayMs = 24 * 60 * 60 * 1000
const tomorrow = () => dayOf(Date.now() + dayMs)

forEachDatabase((database) => {
  let environment: Record<string, string>
  let service: LocalService
  let folder: string
  const folders: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'motif-nightly-'))
    folders.push(folder)
    environment = await database.create()
    service = await startLocal({ ...environment, EVENTS_ARCHIVE: folder })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'motif-archive-'))
    folders.push(folder)
    // Days that earlier tests left are no matter of the next one.
    await service.service.db.deleteFrom('event').execute()
  })
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })))
  })

  async function archive(before = tomorrow()): Promise<ArchivedDay[]> {
    const done: ArchivedDay[] = []
    for await (const day of archiveDays(service.service.store, { before, folder })) done.push(day)
    return done
  }
  const answer = (question: string, ...values: string[]) =>
    askDuckDb(question.replaceAll('FOLDER', folder), values)
  const everything = `SELECT * EXCLUDE (organization, arrived_on) FROM 'FOLDER/*/*.parquet'`

  /** A record with a visit that saw, clicked and read something on a day. */
  async function visited(day?: string, organization?: string): Promise<TestRecord> {
    const record = await insertRecord(service.service.db, { ...(organization && { organization }) })
    await send(service, batchOf(record, { last: 3, events: [view(1), click(2), duration(3, 3000)] }))
    if (day) await moveTo(record, day)
    return record
  }

  /** Notes that a record was deleted, as deleting it does, without the maintenance that may follow. */
  async function deleted(record: TestRecord | undefined): Promise<void> {
    await service.service.db
      .deleteFrom('content')
      .where('id', '=', record?.id ?? '')
      .execute()
  }

  /** The name of this database's draft of a file. */
  const draftOf = async (path: string) =>
    `${path}.${await findSetting(service.service.db, 'archive_drafts')}.part`

  /** Moves what a record has to another day, as if it had arrived then. */
  async function moveTo({ id }: TestRecord, day: string, { service: { db } } = service): Promise<void> {
    await openEventDay(db, day)
    for (const table of ['visit', 'event'] as const)
      await db.updateTable(table).set({ day }).where('content', '=', id).execute()
  }

  test('a day moves into a file of each organization, with what report.events showed, and results stay', async () => {
    const { db } = service.service
    const [mine, others] = [await visited('2026-01-05'), await visited('2026-01-05', 'other')]
    const later = await visited('2026-01-06')
    const shown = await reportOf(service, mine)
    const before = await resultsOf(service, mine)
    const done = await archive('2026-01-06')
    expect(done).toEqual([{ day: '2026-01-05', organizations: 2, events: 6, bytes: expect.any(Number) }])
    expect(await readdir(folder)).toEqual(['acme', 'other'])
    expect(await readdir(join(folder, 'acme'))).toEqual(['2026-01-05.parquet'])
    expect(await answer(`${everything} WHERE record = ? ORDER BY seq`, mine.id)).toEqual(shown)
    expect(
      await answer(`SELECT DISTINCT organization, arrived_on::text FROM 'FOLDER/other/*.parquet'`),
    ).toEqual([['other', '2026-01-05']])
    expect(await reportOf(service, mine)).toEqual([])
    expect(await reportOf(service, others)).toEqual([])
    expect(await reportOf(service, later)).toHaveLength(3)
    const { items, ...rest } = await resultsOf(service, mine)
    const { items: itemsBefore, ...restBefore } = before
    expect(rest).toEqual(restBefore)
    expect(items.map(({ medianMs, ...item }) => item)).toEqual(
      itemsBefore.map(({ medianMs, ...item }) => item),
    )
    expect(
      await db.selectFrom('archived_file').select('settled').where('folder', '=', folder).execute(),
    ).toEqual([{ settled: true }, { settled: true }])
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
      return (await service.service.pool.query({ text, rowMode: 'array' })).rows.map((row) =>
        row.map(Number.parseFloat),
      )
    }
    const before = await Promise.all(questions.map(asked))
    await archive()
    for (const [at, question] of questions.entries()) {
      const answer = await askDuckDb(question.replace('/var/lib/motif-archive', folder))
      expect(answer.length).toBeGreaterThan(0)
      expect(answer.map((row) => row.map((value) => Number.parseFloat(String(value))))).toEqual(before[at])
    }
  })

  test('only the user of the service can read the files', async () => {
    await visited('2026-01-05')
    await archive()
    expect((await stat(join(folder, 'acme', '2026-01-05.parquet'))).mode & 0o777).toBe(0o600)
  })

  test('what arrives for a day after it was archived joins its file, and what is sent again counts once', async () => {
    const record = await insertRecord(service.service.db)
    const visit = newVisitName()
    const first = batchOf(record, { visit, last: 3, events: [view(1), click(2), duration(3, 3000)] })
    await send(service, first)
    await archive()
    const before = await resultsOf(service, record)
    await send(
      service,
      first,
      batchOf(record, { visit, last: 4, events: [click(2), click(4, { at: 5000 })] }),
    )
    const after = await resultsOf(service, record)
    expect(after.days[0]?.clicks).toBe((before.days[0]?.clicks ?? 0) + 1)
    expect((await reportOf(service, record)).map(([, , seq]) => seq)).toEqual([4])
    await archive()
    expect(
      await answer(`SELECT seq FROM 'FOLDER/acme/*.parquet' WHERE record = ? ORDER BY seq`, record.id),
    ).toEqual([[1], [2], [3], [4]])
    expect(await reportOf(service, record)).toEqual([])
  })

  test('of a visit that began before its day was archived, and was first heard of after, nothing counts as sent before', async () => {
    await visited()
    await archive()
    const record = await insertRecord(service.service.db)
    const visit = newVisitName()
    await send(service, batchOf(record, { visit, sent: 3_600_000, last: 2, events: [click(2)] }))
    await send(service, batchOf(record, { visit, sent: 3_601_000, last: 2, events: [view(1)] }))
    expect((await reportOf(service, record)).map(([, , seq]) => seq)).toEqual([1, 2])
    expect(await resultsOf(service, record)).toMatchObject({ lost: 0, days: [{ views: 1, clicks: 1 }] })
  })

  test('an event that arrives once a day was archived, before its place is gone, stays', async () => {
    const record = await insertRecord(service.service.db)
    const visit = newVisitName()
    await send(service, batchOf(record, { visit, last: 1, events: [view(1)] }))
    await moveTo(record, '2026-01-05')
    for await (const { day } of archiveDays(service.service.store, { before: tomorrow(), folder })) {
      expect(day).toBe('2026-01-05')
      await send(service, batchOf(record, { visit, last: 2, events: [click(2)] }))
    }
    await service.service.maintain(Date.now() + 401 * dayMs)
    const nightly = folders[0] as string
    const files = [folder, nightly].map((path) => `'${path}/acme/*.parquet'`)
    expect(
      await askDuckDb(`SELECT seq FROM read_parquet([${files.join()}]) WHERE record = ? ORDER BY seq`, [
        record.id,
      ]),
    ).toEqual([[1], [2]])
  })

  test('an erased person is taken out of the archive, and others stay', async () => {
    const { db } = service.service
    const [erased, deleted, kept] = [await visited(), await visited(), await visited()]
    await archive()
    const { prospect } = await db
      .selectFrom('content')
      .select('prospect')
      .where('id', '=', erased.id)
      .executeTakeFirstOrThrow()
    expect((await ask(service, `/v1/prospects/${prospect}`, undefined, 'DELETE')).status).toBe(200)
    expect((await ask(service, `/v1/content/${deleted.id}`, undefined, 'DELETE')).status).toBe(204)
    await service.service.maintain(Date.now())
    expect(await answer(`SELECT DISTINCT record FROM 'FOLDER/acme/*.parquet'`)).toEqual([[kept.id]])
    const bytes = await readFile(join(folder, 'acme', `${dayOf(Date.now())}.parquet`), 'latin1')
    expect(bytes).not.toContain(erased.id)
    expect(await db.selectFrom('archive_erasing').selectAll().execute()).toEqual([])
  })

  test('a draft that a run leaves, because it fails or is killed, keeps nobody', async () => {
    const { db, store } = service.service
    const record = await visited()
    const failing = archiveDays(store, { before: tomorrow(), folder })
    // Another organization's place cannot be written, after the draft of the first has begun.
    await visited(undefined, 'zeta')
    await writeFile(join(folder, 'zeta'), 'not a folder')
    await expect(failing.next()).rejects.toThrow(/zeta cannot be written/)
    expect(await readdir(folder, { recursive: true })).not.toContainEqual(expect.stringContaining('.part'))
    await rm(join(folder, 'zeta'))
    await archive()
    const draft = await draftOf(join(folder, 'acme', '2026-01-01.parquet'))
    await writeFile(draft, record.id)
    await ask(service, `/v1/content/${record.id}`, undefined, 'DELETE')
    await service.service.maintain(Date.now())
    expect(await readdir(join(folder, 'acme'))).toEqual([`${dayOf(Date.now())}.parquet`])
    await writeFile(draft, record.id)
    await archive()
    expect(await readdir(join(folder, 'acme'))).toEqual([`${dayOf(Date.now())}.parquet`])
    expect(await db.selectFrom('archive_erasing').selectAll().execute()).toEqual([])
  })

  test('a draft that another database has in the same folder stays, also of an organization that both have', async () => {
    const { db } = service.service
    const record = await visited('2026-01-05')
    await archive()
    const path = join(folder, 'acme', '2026-01-05.parquet')
    await rename(path, await draftOf(path))
    await db.updateTable('archived_file').set({ settled: false }).where('folder', '=', folder).execute()
    await using other = await startLocal(await database.create())
    await send(other, batchOf(await insertRecord(other.service.db), { events: [view(1)] }))
    for await (const _ of archiveDays(other.service.store, { before: tomorrow(), folder }));
    await archive()
    expect(
      await answer(`SELECT count(*)::int FROM 'FOLDER/acme/*-05.parquet' WHERE record = ?`, record.id),
    ).toEqual([[3]])
  })

  test('of two databases that archive a day of one organization into a folder at once, one is refused and loses nothing', async () => {
    const record = await visited('2026-01-05')
    await using other = await startLocal(await database.create())
    const others = await insertRecord(other.service.db)
    await send(other, batchOf(others, { events: [view(1)] }))
    await moveTo(others, '2026-01-05', other)
    let hasRun = false
    const db = service.service.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (hasRun || !result.rows[0] || !('times' in result.rows[0])) return result
        hasRun = true
        for await (const _ of archiveDays(other.service.store, { before: tomorrow(), folder }));
        return result
      },
    })
    const refused = archiveDays({ ...service.service.store, db }, { before: tomorrow(), folder })
    await expect(refused.next()).rejects.toThrow(/is there, and not of this database/)
    expect(await reportOf(service, record)).toHaveLength(3)
    expect(await answer(`SELECT record FROM 'FOLDER/acme/*.parquet'`)).toEqual([[others.id]])
    expect(await readdir(join(folder, 'acme'))).toEqual(['2026-01-05.parquet'])
  })

  test('nothing leaves the database, and no file changes, once another process has taken the work over', async () => {
    const { db, exclusively, store } = service.service
    const [record, archived] = [await visited('2026-01-05'), await visited('2026-01-04')]
    await archive('2026-01-05')
    await deleted(archived)
    await exclusively(async (assertMine) => {
      await db.updateTable('maintenance').set({ lease: 'another process' }).execute()
      const archiving = archiveDays(store, { before: tomorrow(), folder, assertMine })
      await expect(archiving.next()).rejects.toThrow(/another process/)
      await expect(eraseFromArchive(store, log, assertMine)).rejects.toThrow(/another process/)
      await db
        .updateTable('maintenance')
        .set({ leased_until: new Date(0) })
        .execute()
    })
    expect(await reportOf(service, record)).toHaveLength(3)
    expect(await answer(`SELECT DISTINCT record FROM 'FOLDER/acme/*.parquet'`)).toEqual([[archived.id]])
  })

  test.runIf(database.name === 'PostgreSQL')('a day can be read while its sums are compared', async () => {
    const { pool, store } = service.service
    await visited('2026-01-05')
    let compared = 0
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!result.rows[0] || !('times' in result.rows[0])) return result
        const reader = await pool.connect()
        await reader
          .query('BEGIN; LOCK TABLE event_20260105 IN ACCESS SHARE MODE NOWAIT; COMMIT')
          .then(() => {
            compared += 1
          })
        reader.release()
        return result
      },
    })
    for await (const _ of archiveDays({ ...store, db }, { before: tomorrow(), folder }));
    expect(compared).toBe(1)
  })

  test('an organization with a long name has a folder, too', async () => {
    const organization = '株式会社'.repeat(25)
    const record = await visited(undefined, organization)
    await archive()
    expect(
      await answer(`SELECT DISTINCT organization FROM 'FOLDER/*/*.parquet' WHERE record = ?`, record.id),
    ).toEqual([[organization]])
  })

  test('a day whose events change at each attempt leaves no draft', async () => {
    const { store } = service.service
    await visited()
    let read = 0
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!result.rows[0] || !('arrived_on' in result.rows[0])) return result
        read += 1
        // As if the first one had arrived after it was read.
        return { ...result, rows: result.rows.slice(1) }
      },
    })
    const failing = archiveDays({ ...store, db }, { before: tomorrow(), folder })
    await expect(failing.next()).rejects.toThrow(/its events changed 3 times/)
    expect(read).toBe(3)
    expect(await readdir(join(folder, 'acme'))).toEqual([])
  })

  test('a draft that is all there is of its events stays, whatever path leads to it', async () => {
    const { db, store } = service.service
    const record = await visited()
    await archive()
    const path = join(folder, 'acme', `${dayOf(Date.now())}.parquet`)
    await rename(path, await draftOf(path))
    await db.updateTable('archived_file').set({ settled: false }).where('folder', '=', folder).execute()
    await symlink(folder, `${folder}-again`)
    folders.push(`${folder}-again`)
    for await (const _ of archiveDays(store, { before: tomorrow(), folder: `${folder}-again` }));
    await archive()
    expect(
      await answer(`SELECT count(*)::int FROM 'FOLDER/acme/*.parquet' WHERE record = ?`, record.id),
    ).toEqual([[3]])
  })

  test('the records of a large campaign that was deleted are forgotten, too', async () => {
    const { db, store } = service.service
    await visited()
    await archive()
    await sql`
      INSERT INTO archive_erasing (organization, content) SELECT 'acme', 'record ' || n
      FROM generate_series(1, 70000) n`.execute(db)
    await eraseFromArchive(store, log)
    expect(await db.selectFrom('archive_erasing').selectAll().execute()).toEqual([])
  })

  test('a file that is broken, or whose folder is gone, keeps nobody in the files of others', async () => {
    const { db, store } = service.service
    const [mine, kept] = [await visited(), await visited()]
    const others = [await visited(undefined, 'other'), await visited(undefined, 'other')]
    await archive()
    const path = join(folder, 'acme', `${dayOf(Date.now())}.parquet`)
    const bytes = await readFile(path)
    await deleted(mine)
    const eraseOther = async (at: 0 | 1) => {
      await deleted(others[at])
      const [erased, left] = [eraseFromArchive(store, log).catch(() => 0), db.selectFrom('archive_erasing')]
      await erased
      expect(await left.select('content').execute()).toEqual([{ content: mine.id }])
    }
    await truncate(path, 100)
    await eraseOther(0)
    await db.updateTable('archived_file').set({ settled: false }).where('organization', '=', 'acme').execute()
    await rename(join(folder, 'acme'), join(folder, 'away'))
    await eraseOther(1)
    expect(await answer(`SELECT * FROM 'FOLDER/other/*.parquet'`)).toEqual([])
    await rename(join(folder, 'away'), join(folder, 'acme'))
    await writeFile(path, bytes)
    await eraseFromArchive(store, log)
    expect(await answer(`SELECT DISTINCT record FROM 'FOLDER/acme/*.parquet'`)).toEqual([[kept.id]])
  })

  test('a link in the place of a draft or a file is not written to, and who is behind it is not forgotten', async () => {
    const { db, store } = service.service
    const record = await visited()
    const [path, target] = [join(folder, 'acme', `${dayOf(Date.now())}.parquet`), `${folder}-target`]
    folders.push(target)
    await writeFile(target, 'untouched')
    await chmod(target, 0o644)
    await mkdir(join(folder, 'acme'))
    await symlink(target, await draftOf(path))
    await archive()
    expect(await readFile(target, 'utf8')).toBe('untouched')
    expect((await stat(target)).mode & 0o777).toBe(0o644)
    await rename(path, target)
    await symlink(target, path)
    await deleted(record)
    await eraseFromArchive(store, log)
    expect((await lstat(path)).isSymbolicLink()).toBe(true)
    expect(await db.selectFrom('archive_erasing').select('content').execute()).toEqual([
      { content: record.id },
    ])
    await rename(target, path)
    await eraseFromArchive(store, log)
    expect(await answer(everything)).toEqual([])
  })

  test('of a file that is not there nobody is forgotten until it is there again', async () => {
    const { db } = service.service
    const record = await visited()
    await archive()
    const path = join(folder, 'acme', `${dayOf(Date.now())}.parquet`)
    const bytes = await readFile(path)
    await rm(path)
    await ask(service, `/v1/content/${record.id}`, undefined, 'DELETE')
    await service.service.maintain(Date.now())
    expect(await db.selectFrom('archive_erasing').select('content').execute()).toEqual([
      { content: record.id },
    ])
    await writeFile(path, bytes)
    await service.service.maintain(Date.now())
    expect(await answer(everything)).toEqual([])
    expect(await db.selectFrom('archive_erasing').selectAll().execute()).toEqual([])
  })

  test('days that are older than they are kept go into the archive by themselves', async () => {
    const record = await visited()
    await service.service.maintain(Date.now() + 401 * dayMs)
    expect(await reportOf(service, record)).toEqual([])
    const nightly = folders[0] as string
    expect(
      await askDuckDb(`SELECT count(*)::int FROM '${nightly}/acme/*.parquet' WHERE record = ?`, [record.id]),
    ).toEqual([[3]])
  })

  describe('nothing leaves the database', () => {
    test('where a file cannot be written', async () => {
      const record = await visited()
      await writeFile(join(folder, 'acme'), 'not a folder')
      await expect(archive()).rejects.toThrow(/archive .*acme cannot be written/)
      expect(await reportOf(service, record)).toHaveLength(3)
    })

    test('where the folder has none of its files, as if its disk was not mounted', async () => {
      await visited('2026-01-05')
      await archive()
      await rm(folder, { recursive: true })
      const record = await visited('2026-01-06')
      await expect(archive()).rejects.toThrow(/2026-01-05.parquet is gone: put it back/)
      expect(await reportOf(service, record)).toHaveLength(3)
      expect(existsSync(folder)).toBe(false)
    })

    test.runIf(database.name === 'PostgreSQL')('while a backup is written, which has them', async () => {
      const record = await visited('2026-01-05')
      const lines = readEverything(service.service.store.longRunning.db)
      await lines.next()
      await expect(archive()).rejects.toThrow(/somebody reads the events/)
      let events = 0
      for await (const line of lines)
        if ('rows' in line && Array.isArray(line.rows))
          events += line.rows.filter(
            (row) => row.includes(`"content":"${record.id}"`) && row.includes('"seq"'),
          ).length
      expect(events).toBe(3)
      expect(await archive()).toHaveLength(1)
    })

    test.runIf(database.name === 'PostgreSQL')('where the disk is full, and no draft stays', async () => {
      const record = await visited()
      const command = ['archive', '--before', tomorrow(), '--to', folder]
      expect(await motifProcess(command, environment, ['prlimit', '--fsize=64'])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^archive: EFBIG.*\n$/),
      })
      expect(await reportOf(service, record)).toHaveLength(3)
      expect(await readdir(join(folder, 'acme'))).toEqual([])
    })

    test('where a file is there that is not of this database', async () => {
      const record = await visited()
      await archive()
      await service.service.db.deleteFrom('archived_file').execute()
      const again = await visited()
      await expect(archive()).rejects.toThrow(/is there, and not of this database/)
      expect(await reportOf(service, again)).toHaveLength(3)
      expect(await answer(`SELECT DISTINCT record FROM 'FOLDER/acme/*.parquet'`)).toEqual([[record.id]])
    })

    test('where the file to be joined is gone or broken', async () => {
      const path = join(folder, 'acme', `${dayOf(Date.now())}.parquet`)
      await visited()
      await archive()
      const record = await visited()
      await truncate(path, 100)
      await expect(archive()).rejects.toThrow()
      await rm(path)
      await expect(archive()).rejects.toThrow(/is gone: put it back/)
      expect(await reportOf(service, record)).toHaveLength(3)
    })
  })

  test('a process that was killed before it renamed a file has it renamed by the next', async () => {
    const { db } = service.service
    const record = await visited()
    await archive()
    const path = join(folder, 'acme', `${dayOf(Date.now())}.parquet`)
    await rename(path, await draftOf(path))
    await db.updateTable('archived_file').set({ settled: false }).where('folder', '=', folder).execute()
    await archive()
    expect(await readdir(join(folder, 'acme'))).toEqual([`${dayOf(Date.now())}.parquet`])
    expect(await answer(`SELECT seq FROM 'FOLDER/acme/*.parquet' WHERE record = ?`, record.id)).toHaveLength(
      3,
    )
  })
})

/** The rows of `report.events` of a record, as DuckDB shows those of a file. */
async function reportOf(service: LocalService, { id }: TestRecord): Promise<unknown[][]> {
  const { rows } = await service.service.pool.query({
    text: `SELECT record, visit, seq, item, type, (extract(epoch FROM happened_at) * 1000)::float8 AS at, button, ms,
      counted FROM report.events WHERE record = $1 ORDER BY seq`,
    values: [id],
    rowMode: 'array',
  })
  return rows as unknown[][]
}
