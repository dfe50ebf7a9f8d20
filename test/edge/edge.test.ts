import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makesShadowRoots } from '../../edge/browser.ts'
import { createEdge } from '../../edge/edge.ts'
import { bytesOf } from '../../edge/html/ascii.ts'
import { findInvitation } from '../../edge/pattern.ts'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { type LocalServer, startLocalServer } from '../support/local-server.ts'
import { askWhole } from './raw-visitor.ts'

const page = `<!doctype html><html><head><meta charset=utf-8><title>Launch</title><script src=/tag.js></script></head>
<body><section id=hero><h1 class=big>Everybody</h1><img src=/all.jpg srcset="/all2.jpg 2x"></section><p>${'x'.repeat(5000)}</p></body></html>`
const record = {
  pattern: 'Ada_1',
  language: 'en',
  content: [
    { selector: '#hero h1', type: 'text', payload: 'Ada </script><b> "é"' },
    { selector: '#hero img', type: 'src', payload: '/ada.jpg' },
  ],
  analytics: [],
}

let origin: LocalServer
let service: LocalServer
let server: Awaited<ReturnType<typeof startEdgeServer>>
const asked: { path: string; host: string | undefined; method: string | undefined }[] = []
let gone = 0

beforeAll(async () => {
  origin = await startLocalServer(({ path: whole, headers, method, body }, response) => {
    asked.push({ path: whole, host: headers.host, method })
    const [path] = whole.split('?')
    const html = { 'content-type': 'text/html', etag: '"1"', 'cdn-cache-control': 'max-age=9' }
    if (path?.endsWith('/moved'))
      response
        .writeHead(301, {
          location: decodeURIComponent(/[?&]to=([^&]*)/.exec(whole)?.[1] ?? '/launch?x=1'),
          'cache-control': 'public, max-age=9',
          'cdn-cache-control': 'max-age=9',
          'content-location': '/launch',
          refresh: '5; url=/launch',
        })
        .end()
    else if (path === '/made') response.writeHead(201, { location: '/launch' }).end()
    else if (path === '/echo') response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'] }).end(body)
    else if (path === '/gzip')
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(page))
    else if (path === '/broken') response.destroy()
    else if (path === '/brotli')
      response.writeHead(200, { ...html, 'content-encoding': 'br' }).end(brotliCompressSync(page))
    else if (path === '/odd') response.writeHead(200, html).end('<!doctype html><p>A<table>B</table>')
    else if (path === '/silent') response.once('close', () => gone++)
    else if (path === '/cut') response.writeHead(200, html).write(page, () => response.destroy())
    else if (path === '/text') response.writeHead(200, { 'content-type': 'text/plain' }).end(page)
    else if (path === '/endless') {
      response.writeHead(200, html).write('<!doctype html><p>')
      response.once('close', () => gone++)
    } else if (headers['if-none-match']) response.writeHead(304, html).end()
    else
      response
        .writeHead(200, {
          ...html,
          'set-cookie': ['a=1', 'b=2'],
          'content-security-policy': "default-src 'self'",
        })
        .end(page)
  })
  service = await startLocalServer(({ path }, response) => {
    if (path === '/p/Ada_1')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record))
    else if (path === '/p/Slow') response.once('close', () => response.end())
    else if (path === '/p/Endless') response.write('{"pattern":"Endless","content":[')
    else if (path === '/p/Broken') response.write('{', () => response.destroy())
    else if (path === '/p/Failing') response.writeHead(500).end(JSON.stringify(record))
    else if (path === '/p/NoJson') response.end('<html>')
    else if (path === '/p/Huge') response.end(`{"pattern":"Huge","content":[],"a":"${'x'.repeat(3e6)}"}`)
    else if (path === '/p/Moved') response.writeHead(302, { location: `${origin.url}/stolen` }).end()
    else if (path === '/p/Odd') response.end('{"pattern":"Other","content":[]}')
    else response.writeHead(404).end('{}')
  })
  const ends = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  server = await startEdgeServer({ ...ends, timeoutMs: 10_000 })
})

beforeEach(() => {
  asked.splice(0)
  gone = 0
})

afterAll(async () => {
  await server.close()
  await Promise.all([origin, service].map((one) => one[Symbol.asyncDispose]()))
})

/** Ample time for the record, but where it is to be late. */
const edge = (path: string, init?: RequestInit) =>
  createEdge({
    origin: origin.url,
    service: service.url,
    timeoutMs: path.includes('Slow') || path.includes('Endless') ? 50 : 10_000,
  })(new Request(`https://www.example.com${path}`, init))

/** What stands in a page without saying what was done to it. */
const withoutMarks = (html: string) => html.replace(/ data-motif="[^"]*"(?: data-motif-\w+="[^"]*")*/g, '')

test('who is invited gets the page with the record in it, nobody else may keep it', async () => {
  const answer = await edge('/launch?a=%20b&pattern=Ada_1&&c=+d')
  const html = withoutMarks(await answer.text())
  expect(asked).toEqual([{ path: '/launch?a=%20b&&c=+d', host: new URL(origin.url).host, method: 'GET' }])
  expect(html).toContain('<h1 class=big>Ada &#60;/script&#62;&#60;b&#62; &#34;&#233;&#34;</h1>')
  expect(html).toContain('<img src="/ada.jpg" srcset="">')
  const [, carried = ''] =
    /<script type="application\/json" id="motif-record">(.*?)<\/script><script src=\/tag/.exec(html) ?? []
  expect(JSON.parse(carried)).toEqual(record)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'self'",
  })
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  for (const name of ['etag', 'content-length', 'cdn-cache-control'])
    expect(answer.headers.has(name)).toBe(false)
})

test.each([
  ['Chrome/111.0.0.0 Safari/537.36', true],
  ['Chrome/110.0.0.0 Safari/537.36', false],
  ['(Linux; Android 14; wv) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36', true],
  ['Gecko/20100101 Firefox/123.0', true],
  ['Gecko/20100101 Firefox/122.0', false],
  ['(Macintosh; Intel Mac OS X 10_15_7) Version/16.4 Safari/605.1.15', true],
  ['(Macintosh; Intel Mac OS X 10_15_7) Version/16.3 Safari/605.1.15', false],
  ['(iPhone; CPU iPhone OS 17_1 like Mac OS X) CriOS/124.0 Safari/604.1', true],
  ['Slackbot-LinkExpanding 1.0', false],
])('%s makes shadow roots of the templates of a page to which it navigates: %s', (agent, does) => {
  const headers = { 'user-agent': `Mozilla/5.0 ${agent}`, 'sec-fetch-mode': 'navigate' }
  expect(makesShadowRoots(new Headers(headers))).toBe(does)
  expect(makesShadowRoots(new Headers({ ...headers, 'sec-fetch-mode': 'cors' }))).toBe(false)
})

test.each([
  ['?utm_source=x&amp;pattern=Ada_1', '?utm_source=x'],
  ['?u=a?pattern=Ada_1&amp;amp;b', '?u=a&amp;amp;b'],
  ['?pattern=Ada_1?u=https://a?b', '?u=https://a?b'],
])('a link that was bent on its way: %s', (bent, rest) =>
  expect(findInvitation(bent, 'pattern')).toEqual({ pattern: 'Ada_1', search: rest }),
)

test.each([
  ['without a pattern', '/launch?x=1'],
  ['with what is no pattern', '/launch?pattern=a%2Fb'],
  ['with an unknown pattern', '/launch?pattern=Nobody'],
  ["with somebody else's record", '/launch?pattern=Odd'],
  ['where the record is late', '/launch?pattern=Slow'],
  ['where the record never ends', '/launch?pattern=Endless'],
  ['where the record breaks off', '/launch?pattern=Broken'],
  ['where the service fails', '/launch?pattern=Failing'],
  ['where the record is no JSON', '/launch?pattern=NoJson'],
  ['where the record is huge', '/launch?pattern=Huge'],
  ['where the service leads elsewhere', '/launch?pattern=Moved'],
  ['for what is no HTML', '/text?pattern=Ada_1'],
])('%s the page is as it is', async (_, path) => {
  expect(await (await edge(path)).text()).toBe(page)
  expect(asked.map((one) => one.path)).not.toContain('/stolen')
})

test('an unchanged page is handed on', async () => {
  const same = await edge('/launch', { headers: { 'if-none-match': '"1"' } })
  expect([same.status, same.headers.get('etag')]).toEqual([304, '"1"'])
  expect((await edge('/launch?pattern=Ada_1', { headers: { 'if-none-match': '"1"' } })).status).toBe(200)
})

describe('a redirect', () => {
  const moved = (to: string, query = '&pattern=Ada_1') =>
    edge(`/a/moved?to=${encodeURIComponent(to)}${query}`)
  const locationOf = async (to: string, query?: string) => (await moved(to, query)).headers.get('location')

  test.each([
    ['/launch/', '/launch/?pattern=Ada_1'],
    ['/launch/?utm=1', '/launch/?utm=1&pattern=Ada_1'],
    ['/launch/?a=%20b&&c=+d&', '/launch/?a=%20b&&c=+d&pattern=Ada_1'],
    ['/launch/#top', '/launch/?pattern=Ada_1#top'],
    ['../de/', '../de/?pattern=Ada_1'],
    ['?lang=de', '?lang=de&pattern=Ada_1'],
    ['http://www.example.com/launch', 'http://www.example.com/launch?pattern=Ada_1'],
  ])('within the site gets the pattern back, and is nobody else’s: %s', async (to, location) => {
    const answer = await moved(to)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.has('cdn-cache-control')).toBe(false)
    expect(answer.headers.get('content-location')).toBe('/launch')
    expect(answer.headers.get('refresh')).toBe('5; url=/launch')
  })

  test('to the origin’s own name gets it back too', async () => {
    expect(await locationOf(`${origin.url}/launch`)).toBe(`${origin.url}/launch?pattern=Ada_1`)
  })

  test.each([
    '/launch?pattern=Bob_1',
    '/launch?a=1&%70attern=Bob_1',
    'https://example.com/launch',
    'https://www.example.com@elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
  ])('that has one, or leads elsewhere, is handed on: %s', async (to) => {
    const answer = await moved(to)
    expect(answer.headers.get('location')).toBe(to)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=9')
  })

  test('stays as it is for who is not invited, and for what was made', async () => {
    expect(await locationOf('/launch', '')).toBe('/launch')
    expect((await edge('/made?pattern=Ada_1')).headers.get('location')).toBe('/launch')
  })

  test('gets the pattern back under the name in use', async () => {
    const other = createEdge({ origin: origin.url, service: service.url, param: 'für' })
    const answer = await other(new Request('https://www.example.com/a/moved?a=1&f%C3%BCr=Ada_1'))
    expect(asked[0]?.path).toBe('/a/moved?a=1')
    expect(answer.headers.get('location')).toBe('/launch?x=1&f%C3%BCr=Ada_1')
  })

  test('comes back from the command, with the visitor’s host as it was named', async () => {
    const { headers } = await askWhole(
      `${server.url}/a/moved?pattern=Ada_1&to=https%3A%2F%2Fwww.example.com%2Flaunch`,
      {
        headers: { host: 'www.example.com' },
      },
    )
    expect(headers.location).toBe('https://www.example.com/launch?pattern=Ada_1')
  })
})

describe('the service is told whose pattern it is asked for', () => {
  const toldBy = async (ask: () => Promise<Response>) => {
    service.received.splice(0)
    await (await ask()).text()
    return service.received.map(({ headers }) => headers['x-forwarded-for'])
  }
  const forwarded = (headers: Record<string, string>) => () =>
    fetch(`${server.url}/launch?pattern=Ada_1`, { headers })

  test('by the command: the visitor’s address, as far as it is believed', async () => {
    expect(await toldBy(forwarded({}))).toEqual(['127.0.0.1'])
    expect(await toldBy(forwarded({ 'x-forwarded-for': '192.0.2.1, 203.0.113.7' }))).toEqual(['203.0.113.7'])
    expect(await toldBy(() => fetch(`${server.url}/launch`))).toEqual([])
  })

  test('by the library: what the platform says of the request, or of its visitor', async () => {
    const library = createEdge({ origin: origin.url, service: service.url, timeoutMs: 10_000 })
    const request = () =>
      new Request('https://www.example.com/launch?pattern=Ada_1', {
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
    expect(await toldBy(() => library(request()))).toEqual(['203.0.113.7'])
    expect(await toldBy(() => library(request(), { address: '203.0.113.8' }))).toEqual(['203.0.113.8'])
    expect(await toldBy(() => edge('/launch?pattern=Ada_1'))).toEqual([undefined])
  })
})

test('other methods go by with their bodies', async () => {
  const answer = await edge('/echo?pattern=Ada_1', { method: 'POST', body: 'hello' })
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([
    201,
    'hello',
    ['a=1', 'b=2'],
  ])
  expect(asked[0]?.path).toBe('/echo?pattern=Ada_1')
})

test.each(['/gzip', '/brotli'])('a compressed page is rewritten too: %s', async (path) => {
  const answer = await edge(`${path}?pattern=Ada_1`)
  expect(await answer.text()).toContain(' src="/ada.jpg"')
  expect(answer.headers.has('content-encoding')).toBe(false)
})

test('the command compresses a page that it makes, and keeps nothing of it back', async () => {
  const compressed = async (path: string, accepted: string) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${accepted}\r\n\r\n`)
    let text = ''
    for await (const piece of socket) {
      text += piece.toString('latin1')
      if (/\r\n\r\n./s.test(text)) break
    }
    return text.toLowerCase()
  }
  for (const [accepted, coding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const answer = await fetch(`${server.url}/launch?pattern=Ada_1`, {
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await answer.text()).toContain(' src="/ada.jpg"')
    // It goes on, although the page does not end.
    expect(await compressed('/endless?pattern=Ada_1', accepted)).toContain(`content-encoding: ${coding}`)
  }
  expect(await compressed('/launch?pattern=Ada_1', 'identity, br;q=0.0')).not.toContain('content-encoding')
  expect((await fetch(`${server.url}/text?pattern=Ada_1`)).headers.has('content-encoding')).toBe(false)
})

test('who leaves ends the request to the origin', async () => {
  const aborted = new AbortController()
  const { body } = await edge('/endless?pattern=Ada_1', { signal: aborted.signal })
  await body?.getReader().read()
  aborted.abort()
  await expect.poll(() => gone).toBe(1)
})

test('where the origin breaks off, so does the answer', async () => {
  await expect((await edge('/cut?pattern=Ada_1')).text()).rejects.toThrow()
  await expect(fetch(`${server.url}/cut?pattern=Ada_1`).then((answer) => answer.text())).rejects.toThrow()
})

test('the page goes on as it comes, and no faster than it is taken', async () => {
  let pulls = 0
  const body = new ReadableStream({
    pull: (controller) =>
      controller.enqueue(bytesOf(pulls++ ? '<p>more</p>' : '<!doctype html><p>first</p>')),
  })
  const fetch = async (url: unknown) =>
    String(url).includes('/p/')
      ? Response.json(record)
      : new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  const answered = await createEdge({ origin: origin.url, service: service.url, fetch: fetch as never })(
    new Request('https://www.example.com/?pattern=Ada_1'),
  )
  const reader = answered.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toContain('<!doctype html>')
  expect(pulls).toBeLessThan(5)
  await reader?.cancel()
})

test('the command says 504 where the origin is silent', async () => {
  const options = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  const impatient = await startEdgeServer({ ...options, originTimeoutMs: 50 })
  for (const path of ['/silent', '/silent?pattern=Ada_1']) {
    const answer = await fetch(impatient.url + path)
    expect([answer.status, await answer.text()]).toEqual([504, 'Gateway Timeout\n'])
  }
  await impatient.close()
})

test('the command keeps the bytes of what goes by, and personalises what does not', async () => {
  const raw = await ask('/gzip')
  expect(raw.includes(gzipSync(page))).toBe(true)
  expect(raw.toString('latin1').toLowerCase()).toContain('content-encoding: gzip')
  const answer = await fetch(`${server.url}/launch?pattern=Ada_1`)
  expect(await answer.text()).toContain(' src="/ada.jpg"')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  const echoed = await fetch(`${server.url}/echo`, { method: 'POST', body: page })
  expect(await echoed.text()).toBe(page)
  expect((await fetch(`${server.url}/launch`, { method: 'HEAD' })).status).toBe(200)
})

test.each(['/broken', '/broken?pattern=Ada_1'])(
  'where the origin fails the command says 502 and no more',
  async (path) => {
    const answer = await fetch(server.url + path)
    expect([answer.status, await answer.text()]).toEqual([502, 'Bad Gateway\n'])
  },
)

test.each(['GET', 'DELETE', 'OPTIONS', 'POST'])(
  'what stands in the body of a request is no request of its own to the origin: %s',
  async (method) => {
    const inner = 'GET /admin HTTP/1.1\r\nHost: a\r\n\r\n'
    const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
    await ask('/launch', `Transfer-Encoding: chunked\r\n\r\n${chunk}`, method)
    await ask('/launch')
    expect(asked.map((one) => one.path)).toEqual(['/launch', '/launch'])
  },
)

test('an origin that asks for a name and a password gets those of its address with every page', async () => {
  const options = { service: service.url, host: '127.0.0.1', port: 0, timeoutMs: 10_000 }
  const named = await startEdgeServer({ ...options, origin: origin.url.replace('//', '//ada:lovelace@') })
  origin.received.splice(0)
  for (const path of ['/launch', '/launch?pattern=Ada_1']) await (await fetch(named.url + path)).text()
  await named.close()
  const credentials = `Basic ${btoa('ada:lovelace')}`
  expect(origin.received.map(({ headers }) => headers.authorization)).toEqual([credentials, credentials])
})

/** An answer as it comes over the wire, from a client that says nothing of what it understands. */
async function ask(path: string, rest = '\r\n', method = 'GET'): Promise<Buffer> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`)
  await once(socket, 'close')
  return Buffer.concat(pieces)
}
