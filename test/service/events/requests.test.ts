import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, batchOf, browser, click, duration, post, report, view } from './batch.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from './records.ts'

let service: LocalService
let record: TestRecord
beforeAll(async () => {
  service = await startLocal()
  record = await insertRecord(service.service.db)
})
afterAll(() => service[Symbol.asyncDispose]())

describe('what is not a batch is 400, and the message names the field', () => {
  test.each([
    ['v', { v: 2 }],
    ['pattern', { pattern: 7 }],
    ['visit', { visit: 'short' }],
    ['visit', { visit: `${'a'.repeat(21)}/` }],
    ['sent', { sent: -1 }],
    ['last', { last: -1 }],
    ['report.applied', { report: {} }],
    ['report.missing', { report: report({ applied: [0], missing: [0] }) }],
    ['events', { events: undefined }],
    ['events', { events: [null] }],
    ['seq', { events: [view(0)] }],
    ['item', { events: [{ ...view(1), item: 1 }] }],
    ['type', { events: [{ ...view(1), type: undefined }] }],
    ['at', { events: [{ ...view(1), at: null }] }],
    ['button', { events: [{ ...click(1), button: 'right' }] }],
    ['ms', { events: [{ ...duration(1, 5), ms: -5 }] }],
  ])('%s in %j', async (field, change) => {
    const answer = await post(service, { ...batchOf(record), ...change })
    expect(answer.status).toBe(400)
    const body = (await answer.json()) as { error: number; message: string }
    expect(body).toEqual({ error: 40001, message: expect.stringMatching(new RegExp(`\\b${field}\\b`)) })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each(['', '{', 'v=1', '\u0000'])('the body %j', async (body) => {
    const answer = await post(service, body)
    expect([answer.status, ((await answer.json()) as { error: number }).error]).toEqual([400, 40000])
  })
})

test('fields that are not known are ignored', async () => {
  const batch = { ...batchOf(record), extra: { deep: [1] }, events: [{ ...view(1), note: 'x' }] }
  expect((await post(service, batch)).status).toBe(204)
})

test.each(['unknown-pattern', 'A'.repeat(22), '', 'not a pattern', '\u0000'])(
  'the pattern %j names no record: 404',
  async (pattern) => {
    const answer = await post(service, { ...batchOf(record), pattern })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: 40400, message: expect.any(String) })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  },
)

describe('how much a batch holds', () => {
  test('200 events are taken, 201 are 413', async () => {
    const events = Array.from({ length: 201 }, (_, at) => click(at + 1))
    expect((await post(service, batchOf(record, { events: events.slice(1) }))).status).toBe(204)
    const answer = await post(service, batchOf(record, { events }))
    expect([answer.status, ((await answer.json()) as { error: number }).error]).toEqual([413, 41300])
  })

  test('64 KiB are taken, a byte more is 413', async () => {
    const batch = JSON.stringify(batchOf(record))
    const padded = (bytes: number) => batch + ' '.repeat(bytes - batch.length)
    expect((await post(service, padded(65_536))).status).toBe(204)
    const answer = await post(service, padded(65_537))
    expect([answer.status, ((await answer.json()) as { error: number }).error]).toEqual([413, 41300])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})

test('a compressed body is 415, as everywhere', async () => {
  const answer = await post(service, batchOf(record), { 'content-encoding': 'gzip' })
  expect([answer.status, await answer.json()]).toEqual([415, expect.objectContaining({ error: 41500 })])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('another method is 405', async () => {
  const answer = await ask(service, '/e')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toContain('POST')
})

describe('pages of other origins', () => {
  test('are all welcome, without credentials, unless told otherwise', async () => {
    const answer = await post(service, batchOf(record), { origin: 'https://page.example' })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After')
  })

  test('may ask first', async () => {
    const answer = await preflight(service, 'https://page.example')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type')
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  })

  test('are kept to ALLOWED_ORIGINS', async () => {
    await using strict = await startLocal({ ALLOWED_ORIGINS: 'https://page.example' })
    const own = await insertRecord(strict.service.db)
    const from = (origin?: string) => post(strict, batchOf(own), origin ? { origin } : {})
    const allowed = await from('https://page.example')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://page.example')
    expect(allowed.headers.get('vary')).toContain('Origin')
    for (const origin of ['https://other.example', 'http://page.example', 'null']) {
      const refused = await from(origin)
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ error: 40300 })
      expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await preflight(strict, 'https://other.example')).status).toBe(403)
    expect((await preflight(strict, 'https://page.example')).status).toBe(204)
    expect((await from()).status).toBe(204)
  })
})

function preflight({ url }: LocalService, origin: string): Promise<Response> {
  return fetch(`${url}/e`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'user-agent': browser,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
}
