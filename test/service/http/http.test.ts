import { beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../support/service.ts'
import { type RawAnswer, sendRaw } from './raw-http.ts'
import { expectError, sharedApi } from './support.ts'

let api: Service

beforeAll(async () => {
  api = await sharedApi()
})

function expectRawError(answer: RawAnswer, error: number): void {
  expect(answer.status).toBe(Math.floor(error / 100))
  expect(JSON.parse(answer.body)).toEqual({ error, message: expect.any(String) })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers['content-type']).toContain('application/json')
}

const post = (more: string) =>
  `POST /v1/prospects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: application/json\r\n${more}`

describe.concurrent('what never becomes a request', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 40000],
    ['an unknown method', 'FROB /v1/content HTTP/1.1\r\nHost: x\r\n\r\n', 40000],
    ['a bad Content-Length', 'POST /v1/content HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', 40000],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 40000],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n', 40000],
    ['a head over 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 43100],
    ['a path over 16 KiB', `GET /p/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 43100],
  ])('%s', async (_what, bytes, error) => {
    const answer = await sendRaw(api.url, bytes)
    expectRawError(answer, error)
    expect(answer.headers.connection).toBe('close')
  })
})

test('64 KiB are read; one byte more is 41300, in chunks too, and who sends 20 MB is told', async () => {
  const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`
  expectError(await api.request('POST', '/v1/prospects', { body: padded(65_536) }), 40001)
  expectError(await api.request('POST', '/v1/prospects', { body: padded(65_537) }), 41300)
  expectError(await api.request('POST', '/v1/prospects', { body: padded(20_000_000) }), 41300)
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
  const chunked = post(`Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`)
  expectRawError(await sendRaw(api.url, chunked), 41300)
})

test('a client that waits for 100 Continue is told to go on', async () => {
  expectRawError(await sendRaw(api.url, post('Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}')), 40001)
})
