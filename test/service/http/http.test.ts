import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../support/service.ts'
import { exchange, type RawAnswer, sendRaw } from './raw-http.ts'
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
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown method', 'FROB /v1/content HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a bad version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a bad Content-Length', 'POST /v1/content HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n'],
    [
      'both lengths',
      'POST /v1/content HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n'],
    ['two Hosts, of HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n'],
    ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n'],
    ["HTTP/2's preface", 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['garbage, and more of it', `\0\0${'x'.repeat(100_000)}`],
  ])('%s is 40000', async (_what, bytes) => {
    expectRawError(await sendRaw(api.url, bytes), 40000)
  })

  test.each([
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n'],
  ])('what follows %s on the connection is not read', async (_what, bytes) => {
    const said = await exchange(api.url, `${bytes}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(said.match(/^HTTP\/1\.1 .*$/gm)).toEqual(['HTTP/1.1 400 Bad Request'])
    expect(said.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  test('a head over 16 KiB is 43100', async () => {
    const long = 'x'.repeat(20_000)
    expectRawError(
      await sendRaw(api.url, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${long}\r\n\r\n`),
      43100,
    )
    expectRawError(await sendRaw(api.url, `GET /v1/content/${long} HTTP/1.1\r\nHost: x\r\n\r\n`), 43100)
  })

  test('CONNECT is 40500', async () => {
    const answer = await sendRaw(api.url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    expectRawError(answer, 40500)
    expect(answer.headers.allow).toBe('delete, get, head, post')
  })

  test('CONNECT from clients that go away at once ends nothing but their connections', async () => {
    const { hostname, port } = new URL(api.url)
    for (let turn = 0; turn < 50; turn++) {
      const socket = connect(Number(port), hostname).on('error', () => {})
      await once(socket, 'connect')
      socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect((await api.request('GET', '/healthz')).status).toBe(200)
  })

  test('a chunk that is none is 40000', async () => {
    expectRawError(
      await sendRaw(api.url, `${post('Transfer-Encoding: chunked\r\n\r\n')}nonsense\r\n\r\n`),
      40000,
    )
  })

  test('a head that has not come within 30 s is ended with 40800', async () => {
    const answer = await sendRaw(api.url, 'GET /v1/content HTTP/1.1\r\nHost: x\r\n')
    expectRawError(answer, 40800)
    expect(answer.afterMs).toBeGreaterThan(29_000)
  })

  test('a body that has not come within 30 s is ended with 40800', async () => {
    const answer = await sendRaw(api.url, post('Content-Length: 100\r\n\r\n{"email":'))
    expectRawError(answer, 40800)
    expect(answer.afterMs).toBeGreaterThan(29_000)
  })

  test('a body that comes in drops has 30 s, too', async () => {
    const answer = await sendRaw(api.url, (socket) => {
      socket.write(post('Content-Length: 1000\r\n\r\n'))
      const drip = setInterval(() => socket.writable && socket.write(' '), 500)
      socket.once('close', () => clearInterval(drip))
    })
    expectRawError(answer, 40800)
  })
})

describe('large bodies', () => {
  const limit = 64 * 1024
  const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`

  test('64 KiB are read; one byte more is 41300', async () => {
    expectError(await api.request('POST', '/v1/prospects', { body: padded(limit) }), 40001)
    expectError(await api.request('POST', '/v1/prospects', { body: padded(limit + 1) }), 41300)
  })

  test('a client that sends 20 MB is told, and not cut off', async () => {
    expectError(await api.request('POST', '/v1/prospects', { body: padded(20_000_000) }), 41300)
  })

  test('a body in chunks is measured, too', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const answer = await sendRaw(
      api.url,
      post(`Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`),
    )
    expectRawError(answer, 41300)
    const small = await sendRaw(
      api.url,
      post(`Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(2)}2\r\n{}\r\n0\r\n\r\n`),
    )
    expectRawError(small, 40001)
  })
})

test('a client that waits for 100 Continue is told to go on; another expectation is passed over', async () => {
  const body = '{}'
  for (const expectation of ['100-continue', 'something']) {
    const answer = await sendRaw(api.url, post(`Expect: ${expectation}\r\nContent-Length: 2\r\n\r\n${body}`))
    expectRawError(answer, 40001)
  }
})

test('what was asked before garbage on the same connection keeps its answers', async () => {
  const ask = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n\r\n`
  const body = JSON.stringify({ email: 'pipelined@acme.example' })
  const created = `${post(`Content-Length: ${body.length}\r\n\r\n`)}${body}`
  const text = await exchange(
    api.url,
    `${created}${ask('/healthz')}${ask('/v1/content/a')}\0garbage\0\r\n\r\n`,
  )
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '200',
    '404',
    '400',
  ])
})

test('a target in absolute form is the same path', async () => {
  const answer = await sendRaw(api.url, 'GET http://x/v1/content/a HTTP/1.1\r\nHost: x\r\n\r\n')
  expectRawError(answer, 40100)
})
