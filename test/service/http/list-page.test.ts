import { Type } from '@fastify/type-provider-typebox'
import { expect, test } from 'vitest'
import { keyOf, readPage, readPageQuery } from '../../../service/base/http/list-page.ts'

const position = Type.Tuple([keyOf.integer])

/** A page of a list of texts of this length. */
async function pageOf(count: number, length: number, asked: { limit?: string; cursor?: string }) {
  const texts = Array.from({ length: count }, (_, at) => ({ at, text: 'x'.repeat(length) }))
  const page = await readPage(
    readPageQuery(asked, position),
    async ({ after: [last] = [-1], limit }) => texts.slice(last + 1, last + 1 + limit),
    ({ at }): [number] => [at],
  )
  return { ...page, rows: page.rows.map(({ at }) => at) }
}

test('a page has all that was asked for where it has room, and leads on where there is more', async () => {
  expect(await pageOf(1000, 2000, { limit: '1000' })).toEqual({ rows: [...Array(1000).keys()] })
  const first = await pageOf(5, 1, { limit: '3' })
  expect(first.rows).toEqual([0, 1, 2])
  expect(await pageOf(5, 1, { limit: '3', cursor: first.next ?? '' })).toEqual({ rows: [3, 4] })
})

test('a page ends where it would be too long, has one row at least, and leads to the others', async () => {
  const first = await pageOf(1000, 100_000, { limit: '1000' })
  expect(first.rows).toHaveLength(20)
  expect((await pageOf(1000, 100_000, { cursor: first.next ?? '' })).rows[0]).toBe(20)
  expect((await pageOf(2, 3_000_000, {})).rows).toEqual([0])
})

const cursor = (position: unknown) => ({
  cursor: Buffer.from(JSON.stringify(position)).toString('base64url'),
})

test.each([{ limit: '0' }, { limit: '1001' }, { limit: '' }])('%o is refused', (asked) => {
  expect(() => readPageQuery(asked, position)).toThrow('limit: must be a whole number from 1 to 1000.')
})

test.each([{ cursor: 'nonsense' }, { cursor: '' }, cursor([1, 2]), cursor([2 ** 31]), cursor(['1'])])(
  'a cursor of no answer to this query is refused: %o',
  (asked) => {
    expect(() => readPageQuery(asked, position)).toThrow('cursor: must be the next of an earlier answer')
  },
)
