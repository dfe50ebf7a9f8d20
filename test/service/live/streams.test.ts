import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Owner } from '../../../service/access/tokens.ts'
import type { Listener, Live } from '../../../service/events/live/live.ts'
import { liveRoutes } from '../../../service/events/live/routes.ts'

let app: FastifyInstance
let listeners: Set<Listener>
let sockets: Socket[]

/** What is going on is whatever a test tells. */
const live: Live = {
  follow(_organization, listener) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  setDone: async () => {},
  faults: async () => [],
  finish() {},
}

beforeEach(async () => {
  listeners = new Set()
  sockets = []
  app = Fastify({ forceCloseConnections: true })
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', async (request) => {
    request.owner = { organization: request.headers['x-organization'] } as Owner
  })
  liveRoutes(app, live)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Opens a stream of an organization, and reads nothing of it unless told to. */
async function open(organization: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET /live HTTP/1.1\r\nHost: x\r\nX-Organization: ${organization}\r\n\r\n`)
  return socket
}

/** The status with which a socket is answered. */
function statusOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.setEncoding('utf8').once('data', (text: string) => resolve(text.split(' ')[1] ?? ''))
  })
}

test('who is slow to read is told nothing behind the end', async () => {
  const answering = new Promise<ServerResponse>((resolve) =>
    app.server.once('request', (_request, response) => resolve(response)),
  )
  await open('acme')
  const response = await answering
  await expect.poll(() => listeners.size).toBe(1)
  const [listener] = listeners
  const json = 'x'.repeat(200_000)
  for (let id = 0; response.writableLength === 0; id++) {
    listener?.send({ id: String(id), json })
    await new Promise(setImmediate)
  }
  listener?.end()
  for (const id of ['one', 'two', 'three']) {
    listener?.send({ id, json: '{}' })
    await new Promise(setImmediate)
  }
  expect(listeners.size).toBe(0)
})

test('HEAD is answered at once, and follows nothing', async () => {
  const { port } = app.server.address() as AddressInfo
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/live`, { method: 'HEAD' })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(listeners.size).toBe(0)
})

test('what was known when the stream began is told again once something else was told', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  sockets.push(socket)
  let text = ''
  socket.on('data', (part: string) => {
    text += part
  })
  socket.write('GET /live HTTP/1.1\r\nHost: x\r\nX-Organization: acme\r\nLast-Event-ID: nobody\r\n\r\n')
  await expect.poll(() => listeners.size).toBe(1)
  // Somebody is there, looks at another tab, and is back: the same as before.
  for (const id of ['nobody', 'somebody', 'nobody'])
    for (const each of listeners) each.send({ id, json: '{}' })
  await expect.poll(() => text.match(/id: \w+/g)).toEqual(['id: somebody', 'id: nobody'])
})

test('each organization has a number of streams, whatever the others have', async () => {
  const most = 100
  for (const organization of ['acme', 'other', 'third']) {
    const statuses = await Promise.all(
      Array.from({ length: most + 5 }, async () => statusOf(await open(organization))),
    )
    expect(statuses.filter((status) => status === '200')).toHaveLength(most)
    expect(statuses.filter((status) => status === '429')).toHaveLength(5)
  }
})
