import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEdge } from '../../edge/edge.ts'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { type RawOrigin, startRawOrigin } from './raw-origin.ts'
import { answerToBytes, askWhole, sendBytes } from './raw-visitor.ts'

const page = '<!doctype html><title>A</title><h1 class=t>Everybody</h1>'
const record = {
  pattern: 'Ada_1',
  language: 'en',
  content: [{ selector: '.t', type: 'text', payload: 'Ada' }],
  analytics: [],
}
const binary = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')
const json = '{"html":"<h1 class=t>Everybody</h1>"}'

/** Headers that tell caches to keep an answer, and checksums of the original bytes. */
const forCaches = [
  'X-Accel-Expires',
  'CDN-Cache-Control',
  'Cloudflare-CDN-Cache-Control',
  'Edge-Control',
  'Surrogate-Control',
  'Expires',
  'Content-Digest',
  'Content-MD5',
]

const html = (body: string | Buffer, ...more: string[]) =>
  Buffer.concat([
    Buffer.from(
      ['HTTP/1.1 200 OK', 'Content-Type: text/html', `Content-Length: ${body.length}`, ...more, '', ''].join(
        '\r\n',
      ),
      'latin1',
    ),
    Buffer.from(body),
  ])

/** Sums of the bytes as they were sent. */
const sums = ['Content-MD5: a', 'Content-Digest: a']

/** What the origin answers, by path. */
const answers: Record<string, string | Buffer> = {
  '/no-http': 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  '/odd-coding': html('odd bytes', 'Content-Encoding: x-odd'),
  '/kept': html(page, ...forCaches.map((name) => `${name}: max-age=9`)),
  '/summed': html(gzipSync(page), 'Content-Encoding: gzip', 'ETag: "1"', ...sums),
  '/own': html(page, 'Connection: keep-alive, X-Hop,x-HOP2', 'X-Hop: 1', 'X-Hop2: 1', 'X-End: 1'),
  '/png': html(binary),
  '/json': html(json),
  '/waiting': 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><p>',
}

let origin: RawOrigin
let service: LocalServer
let server: Awaited<ReturnType<typeof startEdgeServer>>

beforeAll(async () => {
  origin = await startRawOrigin((path, socket) => void socket.write(answers[path] ?? html(page)))
  service = await startLocalServer((_, response) => response.end(JSON.stringify(record)))
  const ends = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  server = await startEdgeServer({ ...ends, timeoutMs: 10_000, originTimeoutMs: 1500 })
})
beforeEach(() => void origin.heads.splice(0))
afterAll(async () => {
  await server.close()
  await origin[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const visit = (line: string, ...headers: string[]) =>
  answerToBytes(server.url, [line, 'Connection: close', ...headers, '', ''].join('\r\n'))

describe.each([
  ['as it is', ''],
  ['for who is invited', '?pattern=Ada_1'],
])('%s', (_, query) => {
  const ask = (path: string) => askWhole(`${server.url}${path}${query}`)

  test.each([
    ['two hosts', '/', ['Host: a', 'Host: b']],
    ['a host that is none', '/', ['Host: a:99999']],
    ['another site', '@evil.example/', ['Host: a']],
  ])('a request for %s is a 400, and the origin hears nothing', async (_, target, hosts) => {
    expect(await visit(`GET ${target}${query} HTTP/1.1`, ...hosts)).toMatch(/^HTTP\/1\.1 400 /)
    expect(origin.heads).toEqual([])
  })

  test('the origin is asked for no other protocol, and hears nothing that was for this connection', async () => {
    const said = await visit(
      `GET /${query} HTTP/1.1`,
      'Host: a',
      'Upgrade: websocket, h2c',
      'TE: trailers',
      'Connection: Upgrade, X-Own',
      'X-Own: 1',
    )
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<\/h1>/s)
    expect(origin.heads[0]).not.toMatch(/upgrade|\nx-own|\nte:/i)
  })

  test.each(['/caf%c3%A9/%7Ea;b=c', '/a/../../x', '//x'])(
    'a path reaches the origin as it was sent: %s',
    async (path) => {
      await visit(`GET ${path}${query} HTTP/1.1`, 'Host: a')
      expect(origin.heads[0]).toMatch(`GET ${path} `)
    },
  )

  test('who leaves in the midst of a page ends the request for it', async () => {
    const socket = sendBytes(server.url, `GET /waiting${query} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
    const { ended } = origin
    socket.destroy()
    await expect.poll(() => origin.ended).toBeGreaterThan(ended)
  })

  test('an answer that is none is a 502, and says no more', async () => {
    const { status, body } = await ask('/no-http')
    expect([status, String(body)]).toEqual([502, 'Bad Gateway\n'])
  })

  test.each([
    ['/odd-coding', 'odd bytes'],
    ['/png', binary],
    ['/json', json],
  ])('what is no page keeps its bytes, and what is said of them: %s', async (path, bytes) => {
    const said = await ask(path)
    expect(said.body).toEqual(Buffer.from(bytes))
    const coding = /Content-Encoding: (.*)\r/.exec(String(answers[path]))?.[1]
    expect(said.headers['content-encoding']).toBe(coding)
  })

  test('headers that the origin’s connection names end there', async () => {
    const { headers } = await ask('/own')
    expect([headers['x-hop'], headers['x-hop2'], headers['x-end']]).toEqual([undefined, undefined, '1'])
  })
})

test('no cache keeps a personal page, whatever it was told about the origin’s, and nobody checks it by that', async () => {
  const { headers: plain } = await askWhole(`${server.url}/kept`)
  const { headers, body } = await askWhole(`${server.url}/kept?pattern=Ada_1`)
  expect(String(body)).toContain('Ada</h1>')
  expect(headers['cache-control']).toBe('private, no-store')
  const names = forCaches.map((name) => name.toLowerCase())
  expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
  expect(names.filter((name) => plain[name] === undefined)).toEqual([])
})

test('nobody checks a page that is compressed again by sums of the bytes before', async () => {
  const { headers } = await askWhole(`${server.url}/summed?pattern=Nobody`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(Object.keys(headers).filter((name) => /digest|md5/.test(name))).toEqual([])
  expect(headers.etag).toBe('W/"1"')
})

test('what may be done only once is not asked again when the origin closes its connection', async () => {
  await using origin = await startRawOrigin((path, socket) => {
    if (path === '/order') socket.destroy()
    else socket.write(html(page))
  })
  const server = await startEdgeServer({
    origin: origin.url,
    service: origin.url,
    host: '127.0.0.1',
    port: 0,
  })
  // With neither a body nor its length, as `curl -X POST` sends it. The connection is the one that the page came on.
  const { status } = await askWhole(`${server.url}/a`)
  const answer = await answerToBytes(
    server.url,
    'POST /order HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  )
  await server.close()
  expect(status).toBe(200)
  expect(answer).toMatch(/^HTTP\/1\.1 502 /)
  expect(origin.heads.filter((head) => head.startsWith('POST '))).toHaveLength(1)
})

test.each(['', '?pattern=Nobody'])(
  'the library says nothing of bytes that the platform has taken out: %s',
  async (query) => {
    const edge = createEdge({ origin: origin.url, service: service.url, timeoutMs: 10_000 })
    const said = await edge(new Request(`https://www.example.com/summed${query}`))
    expect(await said.text()).toBe(page)
    expect([...said.headers.keys()].filter((name) => /digest|md5|encoding|length/.test(name))).toEqual([])
    expect(said.headers.get('etag')).toBe('W/"1"')
  },
)
