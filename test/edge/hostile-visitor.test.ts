import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { type RawOrigin, startRawOrigin } from './raw-origin.ts'
import { answerToBytes, askWhole, sendBytes } from './raw-visitor.ts'

const page = '<!doctype html><title>A</title><h1 class=t>Everybody</h1>'
const content = [{ selector: '.t', type: 'text', payload: 'Ada' }]
const html = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n`

/** How long the origin may be silent: longer than a busy machine stalls, because all of it runs in this process. */
const originTimeoutMs = 1500

let origin: RawOrigin
let service: LocalServer
let server: Awaited<ReturnType<typeof startEdgeServer>>

beforeAll(async () => {
  origin = await startRawOrigin((path, socket, { heads }) => {
    const isHead = heads.at(-1)?.startsWith('HEAD')
    if (path === '/waiting')
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><p>')
    else if (path === '/upload') return
    else if (path === '/same') socket.write('HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n')
    else socket.write(`${html}ETag: "1"\r\n\r\n${isHead ? '' : page}`)
  })
  service = await startLocalServer((_, response) =>
    response.end(JSON.stringify({ pattern: 'Ada_1', content })),
  )
  const ends = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  server = await startEdgeServer({ ...ends, timeoutMs: 10_000, originTimeoutMs })
})
beforeEach(() => {
  origin.heads.splice(0)
  origin.ended = 0
})
afterAll(async () => {
  await server.close()
  await origin[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const send = (text: string) => answerToBytes(server.url, text)
const visit = (line: string, ...headers: string[]) =>
  send([line, 'Connection: close', ...headers, '', ''].join('\r\n'))

describe.each([
  ['as it is', ''],
  ['for who is invited', '?pattern=Ada_1'],
])('%s', (_, query) => {
  test.each([
    ['none', []],
    ['two', ['Host: a', 'Host: b']],
    ['one with a port that is none', ['Host: a:99999']],
  ])('a request needs a host: %s is a 400, and the origin hears nothing', async (_, hosts) => {
    expect(await visit(`GET /${query} HTTP/1.1`, ...hosts)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(origin.heads).toEqual([])
  })

  test.each(['.evil.example/', '@evil.example/'])(
    'what is asked for is of this site: %s is a 400, and the origin hears nothing',
    async (target) => {
      expect(await visit(`GET ${target}${query} HTTP/1.1`, 'Host: a')).toMatch(/^HTTP\/1\.1 400 /)
      expect(origin.heads).toEqual([])
    },
  )

  test('a request of HTTP/1.0 needs none', async () => {
    expect(await visit(`GET /${query} HTTP/1.0`)).toContain('</h1>')
  })

  test('a connection stays what it is: the origin is asked for no other protocol', async () => {
    const said = await visit(
      `GET /${query} HTTP/1.1`,
      'Host: a',
      'Upgrade: websocket, h2c',
      'Sec-WebSocket-Key: a',
      'HTTP2-Settings: a',
      'TE: trailers',
      'Connection: Upgrade, HTTP2-Settings, X-Own',
      'X-Own: 1',
    )
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<\/h1>/s)
    expect(origin.heads).toHaveLength(1)
    expect(origin.heads[0]).not.toMatch(/upgrade|http2|\nx-own|\nte:/i)
  })

  test('who expects to be told to go on is told so', async () => {
    const said = await visit(`GET /${query} HTTP/1.1`, 'Host: a', 'Expect: 100-continue')
    expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n.*<\/h1>/s)
    expect(origin.heads[0]).not.toMatch(/expect/i)
  })

  test('a path reaches the origin as it was sent', async () => {
    await visit(`GET /caf%c3%A9/%7Ea;b=c${query} HTTP/1.1`, 'Host: a')
    const [, path = ''] = /^GET (\S+) /.exec(origin.heads[0] ?? '') ?? []
    expect(path.replace('?pattern=Ada_1', '')).toBe('/caf%c3%A9/%7Ea;b=c')
  })

  test.each(['/a/../../x', '/%2e%2e/x', '//x', '/a%2e'])(
    'whether somebody is invited changes nothing of the path: %s',
    async (path) => {
      await visit(`GET ${path}${query} HTTP/1.1`, 'Host: a')
      const [, asked = ''] = /^GET (\S+) /.exec(origin.heads[0] ?? '') ?? []
      expect(asked).toBe(path)
    },
  )

  test('a cookie of 20 KB reaches the origin, 99 KB of headers do not', async () => {
    await visit(`GET /${query} HTTP/1.1`, 'Host: a', `Cookie: a=${'x'.repeat(20_000)}`)
    expect(origin.heads[0]).toContain('x'.repeat(20_000))
    expect(await visit(`GET /${query} HTTP/1.1`, 'Host: a', `X-A: ${'x'.repeat(99_000)}`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
    expect(origin.heads).toHaveLength(1)
  })

  test('only the head is asked for, and answered, where that is asked', async () => {
    const said = await visit(`HEAD /${query} HTTP/1.1`, 'Host: a')
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(said).toContain(`Content-Length: ${page.length}\r\n`)
    expect(said).toMatch(/\r\n\r\n$/)
    expect(origin.heads[0]).toMatch(/^HEAD /)
  })

  test('a page that is not changed is not sent', async () => {
    const { status, body } = await askWhole(`${server.url}/same${query}`)
    expect([status, body.length]).toEqual([304, 0])
  })

  test('who leaves in the midst of a page ends the request for it', async () => {
    const socket = sendBytes(server.url, `GET /waiting${query} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
    const { ended } = origin
    socket.destroy()
    await expect.poll(() => origin.ended).toBeGreaterThan(ended)
  })

  test('who leaves before the answer ends the request for it', async () => {
    const socket = sendBytes(server.url, `GET /upload${query} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await expect.poll(() => origin.heads.length).toBe(1)
    const { ended } = origin
    socket.destroy()
    await expect.poll(() => origin.ended).toBeGreaterThan(ended)
  })
})

test('who leaves in the midst of a body ends the request that it is of', async () => {
  const socket = sendBytes(server.url, 'POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nabc')
  await expect.poll(() => origin.heads.length).toBe(1)
  const { ended } = origin
  socket.destroy()
  await expect.poll(() => origin.ended).toBeGreaterThan(ended)
})

test('requests one behind the other are answered in their order, whatever their bodies', async () => {
  const first = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc'
  const second = 'GET /?pattern=Ada_1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const said = await send(first + second)
  expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Everybody<\/h1>HTTP\/1\.1 200 OK\r\n.*Ada.*<\/h1>/s)
})
