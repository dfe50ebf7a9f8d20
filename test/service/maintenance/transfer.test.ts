import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openStore } from '../../../service/base/store.ts'
import { newId } from '../../../service/base/words/ids.ts'
import { readConfig } from '../../../service/config.ts'
import { lengthAtOnce, readEverything, rowsAtOnce } from '../../../service/maintenance/transfer.ts'
import { freshDatabase } from '../../support/fresh-database.ts'

test('rows are read a few at a time where they are long, many at a time where they are short', async () => {
  const store = await openStore(readConfig(await freshDatabase({})))
  const receipts = async (count: number, length: number) => {
    for (let at = 0; at < count; at++)
      await store.db
        .insertInto('erasure')
        .values({
          organization: 'acme',
          id: newId(),
          prospect: null,
          erased_at: sql<Date>`now()`,
          erased: 'x'.repeat(length),
        })
        .execute()
  }
  await receipts(1500, 10)
  await receipts(12, 1_000_000)
  const batches: string[][] = []
  for await (const line of readEverything(store.db))
    if ('rows' in line && Array.isArray(line.rows)) batches.push(line.rows)
  await store.close()
  const lengths = batches.map((rows) => rows.join('').length)
  expect(batches.flat().length).toBeGreaterThanOrEqual(1512)
  expect(Math.max(...batches.map((rows) => rows.length))).toBe(rowsAtOnce)
  // The first long ones come with short ones, because nobody knew.
  expect(lengths.filter((length) => length > lengthAtOnce).length).toBeLessThanOrEqual(1)
})
