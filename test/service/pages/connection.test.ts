import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let path: string

beforeAll(async () => {
  service = await startService()
  const prospect = await createProspect(service, { email: 'jane@acme.example' })
  const { id } = await createContent(service, { prospect, template: 'launch' })
  path = `/p/${(await whenCompleted(service, id)).pattern}`
  await service.request('GET', path, { token: '' })
})
afterAll(() => service?.stop())

interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A connection on which requests are written as bytes. */
function open() {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
  })
  const next = async (isHead = false): Promise<RawAnswer> => {
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      const head = bytes.subarray(0, Math.max(0, end)).toString('latin1')
      const [line = '', ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((each) => [
          each.slice(0, each.indexOf(':')).toLowerCase(),
          each.slice(each.indexOf(':') + 2),
        ]),
      )
      const length = isHead ? 0 : Number(headers['content-length'] ?? 0)
      if (end >= 0 && bytes.length >= end + 4 + length) {
        const body = bytes.subarray(end + 4, end + 4 + length)
        bytes = bytes.subarray(end + 4 + length)
        return { status: Number(line.split(' ')[1]), headers, body }
      }
      await once(socket, 'data')
    }
  }
  return { socket, next, send: (message: string) => socket.write(message, 'latin1') }
}

const get = (more = '', what = path) => `GET ${what} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

test.each(['identity', 'gzip', 'br'])(
  'each answer in %s has its own id, and all else alike',
  async (coding) => {
    const { send, next, socket } = open()
    const accept = `Accept-Encoding: ${coding}\r\n`
    send(get(accept))
    const first = await next()
    send(get(`${accept}Trailer: x\r\n`))
    const second = await next()
    const { 'x-request-id': id, date: _date, ...headers } = second.headers
    expect(first.headers).toMatchObject(headers)
    expect(first.headers.date).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(first.headers['x-request-id']).not.toBe(id)
    expect(first).toMatchObject({ status: 200, body: second.body })
    socket.destroy()
  },
)

test('who has it is told so', async () => {
  const { send, next, socket } = open()
  send(get('Accept-Encoding: br\r\n'))
  const { headers, body } = await next()
  expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ language: 'en' })
  send(get(`Accept-Encoding: br\r\nIf-None-Match: ${headers.etag}\r\n`))
  expect(await next()).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  send(get())
  expect(await next()).toMatchObject({ status: 200 })
  socket.destroy()
})

describe('a connection that began with records', () => {
  test.each([
    ['another path', () => get('', '/healthz'), 200],
    ['an unknown record', () => get('', '/p/0123456789012345678901'), 404],
    ['a query', () => get('', `${path}?x`), 200],
    ['HEAD', () => get().replace('GET', 'HEAD'), 200],
    ['an empty body', () => get('Content-Length: 0\r\n'), 200],
    ['no Host', () => get().replace('Host: x\r\n', ''), 400],
    ['two Hosts', () => get('Host: y\r\n'), 400],
    ['a header that is none', () => get('nonsense\r\n'), 400],
    ['Connection: close', () => get('Connection: close\r\n'), 200],
  ])('goes on with %s', async (_what, message, status) => {
    const { send, next, socket } = open()
    send(get())
    expect((await next()).status).toBe(200)
    send(message())
    const answer = await next(message().startsWith('HEAD'))
    expect(answer.status).toBe(status)
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    socket.destroy()
  })

  test('takes a request in pieces, and several in one', async () => {
    const { send, next, socket } = open()
    send(get())
    await next()
    for (const piece of get().split(/(?<=\r\n)/)) {
      send(piece)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect((await next()).status).toBe(200)
    send(get() + get('', '/healthz') + get())
    expect([(await next()).status, (await next()).status, (await next()).status]).toEqual([200, 200, 200])
    socket.destroy()
  })
})

// The last, because it ends the service that the others ask.
test('neither an open connection nor a client that does not read holds up the end of the service', async () => {
  const port = Number(new URL(service.url).port)
  const idle = connect(port, '127.0.0.1')
  idle.write(get())
  await once(idle, 'data')
  const deaf = connect(port, '127.0.0.1').on('error', () => {})
  deaf.pause()
  const isStuck = () => deaf.writableLength > 0
  while (!isStuck()) {
    deaf.write(get().repeat(1000))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const ended = once(idle, 'close')
  expect(await service.stop()).toBe(0)
  await ended
  deaf.destroy()
})
