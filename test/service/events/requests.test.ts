import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Batch } from '../../../wire/event.ts'
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
    expect(body).toEqual({ error: 40001, message: expect.stringContaining(`${field} `) })
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

describe('one address that sends too much for one pattern', () => {
  test('is 429 with Retry-After, and nobody else is', async () => {
    const flooded = await insertRecord(service.service.db)
    const from = (address: string, pattern: string) =>
      post(service, batchOf({ pattern }), { 'x-forwarded-for': `198.51.100.1, ${address}` })
    const refused = await flood(service, '203.0.113.9', batchOf(flooded))
    expect(refused).toMatch(/^retry-after: [1-9]\d*\r$/im)
    expect(refused).toMatch(/^access-control-expose-headers: Retry-After\r$/im)
    expect(refused).toContain('{"error":42900,"message":"')
    expect((await from('203.0.113.10', flooded.pattern)).status).toBe(204)
    expect((await from('203.0.113.9', record.pattern)).status).toBe(204)
  })
})

/** Sends a batch on one connection, each without waiting for the answer before, and gives the first that is 429. */
async function flood({ url }: LocalService, address: string, batch: Batch): Promise<string> {
  const body = JSON.stringify(batch)
  const head = `POST /e HTTP/1.1\r\nHost: motif\r\nUser-Agent: ${browser}\r\nX-Forwarded-For: ${address}\r\n`
  const request = `${head}Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  for (let sent = 0; sent < 20_000; sent += 500) {
    socket.write(request.repeat(500))
    let answers = ''
    while (answers.split(/^HTTP\/1\.1 204/m).length <= 500) {
      answers += await once(socket, 'data')
      const [refused] = /^HTTP\/1\.1 429[\s\S]*?\}/m.exec(answers) ?? []
      if (refused) return refused
    }
  }
  throw new Error('nothing was refused')
}

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
