import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsOf } from '../../../service/base/database/migrate.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { readBackup } from '../../../service/maintenance/backup-command.ts'
import {
  batchesOf,
  bytesAtOnce,
  readEverything,
  rowsAtOnce,
  type TransferLine,
  writeEverything,
} from '../../../service/maintenance/transfer.ts'
import { freshDatabase } from '../../support/fresh-database.ts'

const bytesOf = (rows: string[]) => rows.reduce((sum, row) => sum + Buffer.byteLength(row), 0)

async function rowsIn(lines: AsyncIterable<TransferLine>): Promise<string[][]> {
  const batches: string[][] = []
  for await (const line of lines) if ('rows' in line && Array.isArray(line.rows)) batches.push(line.rows)
  return batches
}

test('a batch has as many rows as fit, and a row that is too long comes alone', () => {
  const half = bytesAtOnce / 2
  expect(batchesOf([])).toEqual([])
  expect(batchesOf([1, 2, 3])).toEqual([3])
  expect(batchesOf([half, half, 1])).toEqual([2, 1])
  expect(batchesOf([1, bytesAtOnce + 1, 1, 1])).toEqual([1, 1, 2])
  expect(batchesOf([half, half + 1, half])).toEqual([1, 1, 1])
})

test('short rows are read many at a time, and long ones a few at a time from the first one on', async () => {
  const store = await openStore(readConfig(await freshDatabase({})))
  const receipts = (name: string, count: number, length: number) =>
    sql`
      INSERT INTO erasure (organization, id, prospect, erased_at, erased)
      SELECT 'acme', ${name} || i, NULL, now(), repeat('ü', ${sql.lit(length)})
      FROM generate_series(1, ${sql.lit(count)}) i`.execute(store.db)
  await receipts('short', 2 * rowsAtOnce, 10)
  await receipts('long', 12, 500_000)
  const batches = await rowsIn(readEverything(store.db))
  await store.close()
  const ids = batches.flat().map((row) => (JSON.parse(row) as { id?: string }).id)
  expect(ids.filter((id) => /^(short|long)\d+$/.test(id ?? ''))).toHaveLength(2 * rowsAtOnce + 12)
  expect(Math.max(...batches.map((rows) => rows.length))).toBe(rowsAtOnce)
  expect(Math.max(...batches.map(bytesOf))).toBeLessThanOrEqual(bytesAtOnce)
})

test('only an unused database is filled, and only with tables of its own version', async () => {
  const store = await openStore(readConfig(await freshDatabase({})))
  const own = await migrationsOf(store.db)
  const fill = (migrations: string[]) =>
    writeEverything(
      store.db,
      (async function* (): AsyncGenerator<TransferLine> {
        yield { motif: 1, migrations }
        yield { end: true, rows: 0 }
      })(),
    )
  await expect(fill([...own, '9999-newer'])).rejects.toThrow(/of a newer version/)
  await expect(fill(own.slice(0, -1))).rejects.toThrow(/of an older version/)
  expect(await fill(own)).toBe(0)
  const template = {
    organization: 'acme',
    name: 'launch',
    version: 1,
    deleted: false,
    updated_at: new Date(),
  }
  await store.db.insertInto('stored_template').values(template).execute()
  await expect(fill(own)).rejects.toThrow('has templates already: choose an empty one')
  expect(await store.db.selectFrom('stored_template').select('name').execute()).toEqual([{ name: 'launch' }])
  await store.close()
})

test('a backup is read in batches that are as small, with each row as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motif-batches-'))
  const file = join(folder, 'motif.backup')
  const rows = [
    ...Array.from({ length: 2 * rowsAtOnce }, (_, id) => JSON.stringify({ id })),
    ...Array.from({ length: 7 }, (_, id) => JSON.stringify({ id, text: 'ü'.repeat(500_000) })),
    JSON.stringify({ id: 'too long', text: 'x'.repeat(bytesAtOnce) }),
    JSON.stringify({ id: 'last' }),
  ]
  const lines = ['{"motif":1,"migrations":[]}', '{"table":"erasure"}', ...rows, '{"end":true,"rows":0}', '']
  await writeFile(file, gzipSync(lines.join('\n')))
  const batches = await rowsIn(readBackup(file))
  await rm(folder, { recursive: true })
  expect(batches.flat()).toEqual(rows)
  expect(batches.map((batch) => batch.length)).toEqual([500, 500, 3, 3, 1, 1, 1])
})
