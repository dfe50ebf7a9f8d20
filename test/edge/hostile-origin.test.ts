import type { Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
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

/** With a field of extra bytes, a file name, a comment and a checksum in the header. */
const namedGzip = (text: string) =>
  Buffer.concat([
    Buffer.from([31, 139, 8, 30, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0]),
    Buffer.from('a\0b\0xx'),
    gzipSync(text).subarray(10),
  ])

/** Sums of the bytes as they were sent. */
const sums = ['Content-MD5: a', 'Digest: a', 'Content-Digest: a', 'Repr-Digest: a']

/** What the origin answers, by path. */
const answers: Record<string, string | Buffer | ((socket: Socket, origin: RawOrigin) => void)> = {
  '/hints': Buffer.concat([
    Buffer.from(
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
    ),
    html(page),
  ]),
  '/switched': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  '/two-lengths': `${start('Content-Length: 5', `Content-Length: ${page.length}`)}${page}`,
  '/both-frames': `${start('Content-Length: 5', 'Transfer-Encoding: chunked')}5\r\n<p>AB\r\n0\r\n\r\n`,
  '/no-http': 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
  '/many-headers': html(page, ...Array.from({ length: 40 }, (_, at) => `X-${at}: ${'x'.repeat(1000)}`)),
  '/too-many-headers': html(page, ...Array.from({ length: 400 }, (_, at) => `X-${at}: ${'x'.repeat(1000)}`)),
  '/silent-in-midst': `${start('Content-Length: 500')}${page}`,
  '/cut': (socket) => socket.end(`${start('Content-Length: 500')}${page}`),
  '/cut-at-once': (socket) => socket.end(`${start('Content-Length: 500')}<`),
  '/cut-chunk': (socket) => socket.end(`${start('Transfer-Encoding: chunked')}ff\r\n${page}`),
  '/trailers': `${start('Transfer-Encoding: chunked', 'Trailer: X-Sum')}${page.length.toString(16)}\r\n${page}\r\n0\r\nX-Sum: 7\r\nKeep-Alive: 9\r\n\r\n`,
  '/framing-trailers': `${start('Transfer-Encoding: chunked')}${page.length.toString(16)}\r\n${page}\r\n0\r\nContent-Length: 9\r\n\r\n`,
  '/zstd': () => {},
  '/odd-coding': html('odd bytes', 'Content-Encoding: x-odd'),
  '/two-codings': html(gzipSync(gzipSync(page)), 'Content-Encoding: gzip, gzip'),
  '/wrong-coding': html(page, 'Content-Encoding: gzip'),
  '/empty-gzip': html('', 'Content-Encoding: gzip'),
  '/empty-brotli': html('', 'Content-Encoding: br'),
  '/empty-deflate': html('', 'Content-Encoding: deflate'),
  '/gzip': html(gzipSync(page), 'Content-Encoding: GZip'),
  '/gzip-and-more': html(Buffer.concat([gzipSync(page), Buffer.from('more')]), 'Content-Encoding: gzip'),
  '/gzip-and-gzip': html(
    Buffer.concat([gzipSync(page), Buffer.from([31, 139, 9])]),
    'Content-Encoding: gzip',
  ),
  '/gzip-with-names': html(namedGzip(page), 'Content-Encoding: gzip'),
  '/gzip-byte-by-byte': async (socket) => {
    socket.write(start('Content-Encoding: gzip', `Content-Length: ${namedGzip(page).length}`))
    for (const one of namedGzip(page)) {
      socket.write(Buffer.from([one]))
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
  '/old': (socket) => socket.end(start().replace('1.1', '1.0') + page),
  '/brotli': html(brotliCompressSync(page), 'Content-Encoding: br'),
  '/deflate': html(deflateSync(page), 'Content-Encoding: deflate'),
  '/raw-deflate': html(deflateRawSync(page), 'Content-Encoding: deflate'),
  '/kept': html(page, ...forCaches.map((name) => `${name}: max-age=9`)),
  '/summed': html(gzipSync(page), 'Content-Encoding: gzip', 'ETag: "1"', ...sums),
  '/summed-plain': html(page, 'ETag: "1"', ...sums),
  '/own': html(page, 'Connection: keep-alive, X-Hop,x-HOP2', 'X-Hop: 1', 'X-Hop2: 1', 'X-End: 1'),
  '/identity': html(page, 'Content-Encoding: identity'),
  '/styles': answer('200 OK', 'text/css', gzipSync('h1{}'), 'Content-Encoding: gzip'),
  '/png': html(binary),
  '/json': html(json),
  '/odd-status': answer('999 Denied', 'text/html', page),
  '/part': answer('206 Partial Content', 'text/html', page.slice(0, 9), 'Content-Range: bytes 0-8/57'),
  '/none': 'HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n',
  '/reset': 'HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n',
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

  test.each(['/hints', '/old'])(
    'a page after early hints, or by HTTP/1.0, comes through: %s',
    async (path) => {
      const { status, body } = await ask(path)
      expect([status, String(body)]).toEqual([200, expect.stringContaining(`${shown}</h1>`)])
    },
  )

  test.each(['/switched', '/two-lengths', '/both-frames', '/no-http', '/too-many-headers'])(
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

  test.each(['/silent-in-midst', '/cut', '/cut-chunk', '/framing-trailers'])(
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
    ['/two-codings', gzipSync(gzipSync(page))],
    ['/styles', gzipSync('h1{}')],
    ['/png', binary],
    ['/json', json],
    ['/part', page.slice(0, 9)],
    ['/none', ''],
    ['/reset', ''],
  ])('what is no page keeps its bytes, and what is said of them: %s', async (path, bytes) => {
    const said = await ask(path)
    expect(said.body).toEqual(Buffer.from(bytes))
    const coding = /Content-Encoding: (.*)\r/.exec(String(answers[path]))?.[1]
    expect(said.headers['content-encoding']).toBe(coding)
    if (path === '/part') expect([said.status, said.headers['content-range']]).toEqual([206, 'bytes 0-8/57'])
  })

  test('a page in zstd keeps its bytes', async () => {
    const bytes = zstdCompressSync(page)
    answers['/zstd'] = html(bytes, 'Content-Encoding: zstd')
    const { headers, body } = await ask('/zstd')
    expect([headers['content-encoding'], body]).toEqual(['zstd', bytes])
  })

  test('a page in an encoding that it does not have is no answer of the origin', async () => {
    const { status, body } = await ask('/wrong-coding')
    expect([status, String(body)]).toEqual(query ? [502, 'Bad Gateway\n'] : [200, page])
  })

  test.each(['/empty-gzip', '/empty-brotli', '/empty-deflate'])(
    'an empty page that is said to be compressed is an empty page: %s',
    async (path) => {
      const { status, body, isBroken } = await ask(path)
      expect([status, body.length, isBroken]).toEqual([200, 0, false])
    },
  )

  test('headers that the origin’s connection names end there, trailers too', async () => {
    const { headers } = await ask('/own')
    expect([headers['x-hop'], headers['x-hop2'], headers['x-end']]).toEqual([undefined, undefined, '1'])
    expect((await ask('/trailers')).headers['x-sum']).toBeUndefined()
  })
})

test('trailers of an answer come with it, but for those of the connection', async () => {
  const { body, trailers } = await askWhole(`${server.url}/trailers`)
  expect([String(body), trailers]).toEqual([page, { 'x-sum': '7' }])
  const { body: made, trailers: left } = await askWhole(`${server.url}/trailers?pattern=Ada_1`)
  expect([String(made), left]).toEqual([expect.stringContaining('Ada</h1>'), {}])
})

test('a status that web interfaces do not have is handed on', async () => {
  server.takeCounts()
  for (const query of ['', '?pattern=Ada_1']) {
    const { status, headers, body } = await askWhole(`${server.url}/odd-status${query}`)
    expect([status, headers['content-type'], String(body)]).toEqual([999, 'text/html', page])
  }
  expect(server.takeCounts()).toEqual({ uninvited: 1, 'no-page': 1 })
})

test.each([
  '/gzip',
  '/gzip-and-more',
  '/gzip-and-gzip',
  '/gzip-with-names',
  '/gzip-byte-by-byte',
  '/brotli',
  '/deflate',
  '/raw-deflate',
])('a page is personal in every encoding that the origin is asked for: %s', async (path) => {
  const { body } = await askWhole(`${server.url}${path}?pattern=Ada_1`)
  expect(String(body)).toContain('Ada</h1>')
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

test.each([
  ['/summed', 'gzip'],
  ['/summed-plain', 'br'],
  ['/summed', 'identity'],
])(
  'nobody checks a page that is compressed anew by sums of the bytes before: %s in %s',
  async (path, accepted) => {
    const { headers, body } = await askWhole(`${server.url}${path}?pattern=Nobody`, {
      headers: { 'accept-encoding': accepted },
    })
    if (accepted === 'identity') expect(String(body)).toBe(page)
    expect(Object.keys(headers).filter((name) => /digest|md5/.test(name))).toEqual([])
    expect(headers.etag).toBe('W/"1"')
  },
)

test.each([
  ['an answer that comes before the body was sent is the answer', (socket: Socket) => socket.write(early)],
  ['so is one of an origin that then closes', (socket: Socket) => socket.end(early)],
])('%s', async (_, said) => {
  answers['/early'] = said
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

test('an origin that closes as the body comes is a 502', async () => {
  answers['/closing'] = (socket) => socket.destroy()
  expect(await uploaded('/closing')).toMatch(/^HTTP\/1\.1 502 .*Bad Gateway\n/s)
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

  test.each(['it takes off', 'it does not know'])('says what is so of zstd, where %s', async (what) => {
    const bytes = zstdCompressSync(page)
    const isKnown = what === 'it takes off'
    const fetch = async (url: unknown) =>
      String(url).includes('/p/')
        ? Response.json(record)
        : new Response(isKnown ? page : bytes, {
            headers: { 'content-type': 'text/html', 'content-encoding': 'zstd' },
          })
    const platform = createEdge({ origin: origin.url, service: service.url, fetch: fetch as never })
    for (const query of ['', '?pattern=Ada_1']) {
      const said = await platform(new Request(`https://www.example.com/${query}`))
      expect(said.headers.get('content-encoding')).toBe(isKnown ? null : 'zstd')
      const body = Buffer.from(await said.arrayBuffer())
      if (isKnown) expect(String(body)).toContain(query ? 'Ada</h1>' : 'Everybody</h1>')
      else expect(body).toEqual(bytes)
    }
  })
})
