import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
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

/** Headers by which some cache, client or proxy keeps an answer, or by which the original bytes are checked. */
const forCaches = [
  'X-Accel-Expires',
  'CDN-Cache-Control',
  'Cloudflare-CDN-Cache-Control',
  'Vercel-CDN-Cache-Control',
  'Netlify-CDN-Cache-Control',
  'X-LiteSpeed-Cache-Control',
  'Edge-Control',
  'Surrogate-Control',
  'Surrogate-Key',
  'Cache-Tag',
  'Edge-Cache-Tag',
  'Expires',
  'Pragma',
  'No-Vary-Search',
  'Use-As-Dictionary',
  'Signature',
  'Signature-Input',
  'Content-Digest',
  'Repr-Digest',
  'Unencoded-Digest',
  'Content-MD5',
]

const html = (body: string | Buffer, ...more: string[]) => answer('200 OK', 'text/html', body, ...more)
const answer = (status: string, type: string, body: string | Buffer, ...more: string[]) =>
  Buffer.concat([
    Buffer.from(
      [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`, ...more, '', ''].join(
        '\r\n',
      ),
      'latin1',
    ),
    Buffer.from(body),
  ])
const start = (...headers: string[]) =>
  ['HTTP/1.1 200 OK', 'Content-Type: text/html; charset=utf-8', ...headers, '', ''].join('\r\n')

/** Sums of the bytes as they were sent. */
const sums = ['Content-MD5: a', 'Digest: a', 'Content-Digest: a', 'Repr-Digest: a']

/** What the origin answers, by path. */
const answers: Record<string, string | Buffer | ((socket: Socket, origin: RawOrigin) => void)> = {
  '/hints': Buffer.concat([
    Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'),
    html(page),
  ]),
  '/switched': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  '/no-http': 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  '/many-headers': html(page, ...Array.from({ length: 40 }, (_, at) => `X-${at}: ${'x'.repeat(1000)}`)),
  '/too-many-headers': html(page, ...Array.from({ length: 400 }, (_, at) => `X-${at}: ${'x'.repeat(1000)}`)),
  '/silent-in-midst': `${start('Content-Length: 500')}${page}`,
  '/cut': (socket) => socket.end(`${start('Content-Length: 500')}${page}`),
  '/cut-at-once': (socket) => socket.end(`${start('Content-Length: 500')}<`),
  '/odd-coding': html('odd bytes', 'Content-Encoding: x-odd'),
  '/empty-gzip': html('', 'Content-Encoding: gzip'),
  '/gzip': html(gzipSync(page), 'Content-Encoding: GZip'),
  '/brotli': html(brotliCompressSync(page), 'Content-Encoding: br'),
  '/deflate': html(deflateSync(page), 'Content-Encoding: deflate'),
  '/kept': html(page, ...forCaches.map((name) => `${name}: max-age=9`)),
  '/summed': html(gzipSync(page), 'Content-Encoding: gzip', 'ETag: "1"', ...sums),
  '/summed-plain': html(page, 'ETag: "1"', ...sums),
  '/own': html(page, 'Connection: keep-alive, X-Hop,x-HOP2', 'X-Hop: 1', 'X-Hop2: 1', 'X-End: 1'),
  '/identity': html(page, 'Content-Encoding: identity'),
  '/styles': answer('200 OK', 'text/css', gzipSync('h1{}'), 'Content-Encoding: gzip'),
  '/png': html(binary),
  '/json': html(json),
  '/none': 'HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n',
  '/stale': (socket, { heads }) =>
    heads.filter((head) => head.startsWith('GET /stale')).length === 1
      ? socket.destroy()
      : socket.write(html(page)),
}

let origin: RawOrigin
let service: LocalServer
let server: Awaited<ReturnType<typeof startEdgeServer>>

beforeAll(async () => {
  origin = await startRawOrigin((path, socket, own) => {
    const said = answers[path] ?? html(page)
    if (typeof said === 'function') said(socket, own)
    else socket.write(said)
  })
  service = await startLocalServer((_, response) => response.end(JSON.stringify(record)))
  const ends = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  server = await startEdgeServer({ ...ends, timeoutMs: 10_000, originTimeoutMs: 500 })
})
beforeEach(() => void origin.heads.splice(0))
afterAll(async () => {
  await server.close()
  await origin[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const edge = (path: string, init?: RequestInit) =>
  createEdge({ origin: origin.url, service: service.url, timeoutMs: 10_000 })(
    new Request(`https://www.example.com${path}`, init),
  )

describe.each([
  ['as it is', ''],
  ['for who is invited', '?pattern=Ada_1'],
])('%s', (_, query) => {
  const ask = (path: string) => askWhole(`${server.url}${path}${query}`)
  const shown = query ? 'Ada' : 'Everybody'

  test('a page after early hints comes through', async () => {
    const { status, body } = await ask('/hints')
    expect([status, String(body)]).toEqual([200, expect.stringContaining(`${shown}</h1>`)])
  })

  test.each(['/switched', '/no-http', '/too-many-headers'])(
    'an answer that is none is a 502, and says no more: %s',
    async (path) => {
      const { status, body } = await ask(path)
      expect([status, String(body)]).toEqual([502, 'Bad Gateway\n'])
    },
  )

  test('a page with 40 KB of headers keeps them', async () => {
    const { status, headers, body } = await ask('/many-headers')
    expect([status, headers['x-39']]).toEqual([200, 'x'.repeat(1000)])
    expect(String(body)).toContain(`${shown}</h1>`)
  })

  test.each(['/silent-in-midst', '/cut'])(
    'where the page breaks off, so does the answer: %s',
    async (path) => {
      server.takeCounts()
      const { status, isBroken } = await ask(path)
      expect([status, isBroken]).toEqual([200, true])
      await expect.poll(() => server.takeCounts()).toEqual({ failed: 1 })
    },
  )

  test('where the page breaks off before anything of it could be passed on, that is a 502', async () => {
    const { status, body, isBroken } = await ask('/cut-at-once')
    expect([status, String(body), isBroken]).toEqual(query ? [502, 'Bad Gateway\n', false] : [200, '<', true])
  })

  test('a connection that the origin closes as it is asked again is no failure', async () => {
    await ask('/')
    const { status, body } = await ask('/stale')
    expect([status, String(body)]).toEqual([200, expect.stringContaining(`${shown}</h1>`)])
  })

  test.each([
    ['/odd-coding', 'odd bytes'],
    ['/styles', gzipSync('h1{}')],
    ['/png', binary],
    ['/json', json],
    ['/none', ''],
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

test.each(['/gzip', '/brotli', '/deflate'])(
  'a page is personal in every encoding that the origin is asked for: %s',
  async (path) => {
    const { body } = await askWhole(`${server.url}${path}?pattern=Ada_1`)
    expect(String(body)).toContain('Ada</h1>')
  },
)

test('no cache keeps a personal page, whatever it was told about the origin’s, and nobody checks it by that', async () => {
  const { headers: plain } = await askWhole(`${server.url}/kept`)
  const { headers, body } = await askWhole(`${server.url}/kept?pattern=Ada_1`)
  expect(String(body)).toContain('Ada</h1>')
  expect(headers['cache-control']).toBe('private, no-store')
  const names = forCaches.map((name) => name.toLowerCase())
  expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
  expect(names.filter((name) => plain[name] === undefined)).toEqual([])
})

test.each([
  ['/summed', 'gzip'],
  ['/summed-plain', 'br'],
  ['/summed', 'identity'],
])(
  'nobody checks a page that is compressed again by sums of the bytes before: %s in %s',
  async (path, accepted) => {
    const { headers, body } = await askWhole(`${server.url}${path}?pattern=Nobody`, {
      headers: { 'accept-encoding': accepted },
    })
    if (accepted === 'identity') expect(String(body)).toBe(page)
    expect(Object.keys(headers).filter((name) => /digest|md5/.test(name))).toEqual([])
    expect(headers.etag).toBe('W/"1"')
  },
)

test('an answer that comes before the body was sent is the answer', async () => {
  answers['/early'] = (socket) => socket.write(early)
  expect(await uploaded('/early')).toMatch(/^HTTP\/1\.1 413 .*big$/s)
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

const early = 'HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig'

/** What is answered to a body that is larger than anybody reads, and is not sent to its end. */
async function uploaded(path: string): Promise<string> {
  const socket = sendBytes(server.url, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n`)
  socket.write('x'.repeat(3_000_000))
  let text = ''
  for await (const piece of socket) {
    text += piece
    if (/big|Gateway\n/.test(text)) break
  }
  return text
}

describe('the library', () => {
  test.each([
    ['/odd-coding', 'x-odd', 'odd bytes'],
    ['/identity', 'identity', page],
  ])('leaves a coding that nobody takes off: %s', async (path, coding, bytes) => {
    for (const query of ['', '?pattern=Ada_1']) {
      const said = await edge(path + query)
      expect([said.headers.get('content-encoding'), await said.text()]).toEqual([coding, bytes])
    }
  })

  test.each(['', '?pattern=Nobody'])(
    'says nothing of bytes that the platform has taken out: %s',
    async (query) => {
      const said = await edge(`/summed${query}`)
      expect(await said.text()).toBe(page)
      expect([...said.headers.keys()].filter((name) => /digest|md5|encoding|length/.test(name))).toEqual([])
      expect(said.headers.get('etag')).toBe('W/"1"')
    },
  )

  test('asks for no coding that a platform may not know', async () => {
    for (const [accepted, asked] of [
      ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
      ['br;q=0.5, ZSTD;q=1, *', 'br;q=0.5'],
    ] as const)
      for (const query of ['', '?pattern=Ada_1']) {
        await edge(`/${query}`, { headers: { 'accept-encoding': accepted } })
        expect(origin.heads.pop()?.toLowerCase()).toContain(`\naccept-encoding: ${asked}\r\n`)
      }
  })
})
