import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../service/base/database/database.ts'

const opened = openDatabase({ databaseUrl: undefined, dataDir: 'memory' })
afterAll(async () => (await opened).close())

test('what a page waits for goes ahead of what waits already', async () => {
  const { pool, priority } = await opened
  const order: string[] = []
  const holder = await pool.connect()
  const ask = async (way: typeof pool, name: string) => {
    const { rows } = await way.query('SELECT $1::text AS name', [name])
    order.push(rows[0].name)
  }
  const asked = [ask(pool, 'later'), ask(pool, 'latest'), ask(priority.pool, 'page')]
  await holder.query('SELECT 1')
  holder.release()
  await Promise.all(asked)
  expect(order).toEqual(['page', 'later', 'latest'])
})

test('however much pages wait for, each fifth turn is of what waits', async () => {
  const { pool, priority } = await opened
  const order: string[] = []
  const holder = await pool.connect()
  const ask = async (way: typeof pool, name: string) => {
    await way.query('SELECT 1')
    order.push(name)
  }
  const asked = [
    ...['console', 'campaign'].map((name) => ask(pool, name)),
    ...Array.from({ length: 10 }, () => ask(priority.pool, 'page')),
  ]
  holder.release()
  await Promise.all(asked)
  const four = ['page', 'page', 'page', 'page']
  expect(order).toEqual([...four, 'console', ...four, 'campaign', 'page', 'page'])
})
