import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../../service/base/http/server.ts'
import { createLog } from '../../../service/base/log.ts'

const largerLength = 10_000_000

let app: FastifyInstance
let port: number

beforeEach(async () => {
  app = createServer({ log: createLog('silent'), unreadMs: 500, answerUnroutable: () => {} })
  app.post(
    '/refused',
    { onRequest: async (_request, reply) => reply.code(403).send('no') },
    async () => 'yes',
  )
  app.get('/never', () => new Promise(() => {}))
  app.get('/small', async () => 'x')
  app.get('/large', async () => 'x'.repeat(50_000))
  app.get('/larger', async () => 'x'.repeat(largerLength))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  // A connection that the server does not read keeps it for a minute, although its client is gone.
  app.server.closeAllConnections()
  return app.close()
})

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** A client that reads nothing until it is told to. */
async function deafClient() {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void client.destroy())
  await once(client, 'connect')
  client.pause()
  return client
}

test('a client that goes on asking and does not read is cut, although it is never idle', async () => {
  const client = await deafClient()
  const asking = setInterval(() => client.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200)), 50)
  onTestFinished(() => clearInterval(asking))
  await expect.poll(openConnections).toBe(1)
  await expect.poll(openConnections).toBe(0)
})

test('a client that reads slowly is not cut', async () => {
  const client = await deafClient()
  client.write('GET /larger HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  let length = 0
  while (!client.readableEnded && !client.destroyed) {
    length += client.read(500_000)?.length ?? client.read()?.length ?? 0
    await wait(20)
  }
  expect(length).toBeGreaterThan(largerLength)
})

test.each([
  ['with a length', 'Content-Length: 20000000\r\n', 'x'.repeat(20_000_000)],
  [
    'in chunks',
    'Transfer-Encoding: chunked\r\n',
    `${`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(300)}0\r\n\r\n`,
  ],
])('who sends a refused body to its end before reading gets the answer: %s', async (_, framing, body) => {
  for (const connection of ['', 'Connection: close\r\n']) {
    const client = await deafClient()
    client.write(`POST /refused HTTP/1.1\r\nHost: x\r\n${framing}${connection}\r\n`)
    await new Promise((resolve) => client.write(body, resolve))
    client.setEncoding('latin1').resume()
    const [answer] = await once(client, 'data')
    expect(answer).toMatch(/^HTTP\/1\.1 403 .*\r\n\r\nno$/s)
    if (connection) await once(client, 'close')
    else {
      client.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
      expect((await once(client, 'data'))[0]).toMatch(/^HTTP\/1\.1 200 /)
    }
  }
})

test('the answer to a refused body does not wait for the body', async () => {
  const client = await deafClient()
  client.write('POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\nx')
  client.setEncoding('latin1').resume()
  expect((await once(client, 'data'))[0]).toMatch(/^HTTP\/1\.1 403 .*\r\n\r\nno$/s)
  client.destroy()
})

test('nobody sends a refused body for ever', async () => {
  const client = await deafClient()
  client.write('POST /refused HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  const piece = `100000\r\n${'x'.repeat(1_048_576)}\r\n`
  let pieces = 0
  // The callback comes at the end of the connection, too.
  while (!client.destroyed && pieces < 200) {
    pieces += 1
    await new Promise((resolve) => client.write(piece, resolve))
  }
  expect(pieces).toBeGreaterThan(64)
  expect(pieces).toBeLessThan(200)
})

test('a client that asks and asks and does not read is cut', async () => {
  const client = await deafClient()
  client.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5000))
  await expect.poll(openConnections).toBe(1)
  await expect.poll(openConnections).toBe(0)
})

test('however many requests are sent at once, few are under way', async () => {
  let [underWay, most] = [0, 0]
  app.server.on('request', (_request, response) => {
    most = Math.max(most, ++underWay)
    response.once('close', () => underWay--)
  })
  const client = await deafClient()
  client.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20_000))
  await expect.poll(() => most).toBeGreaterThan(0)
  // What comes on another connection behind it is answered behind it.
  for (let at = 0; at < 20; at++)
    await fetch(`http://127.0.0.1:${port}/small`).then((answer) => answer.text())
  // What one or two chunks of 64 KB hold.
  expect(most).toBeLessThan(5000)
  client.destroy()
})

test('all of many requests are answered, however many are sent at once', async () => {
  const client = await deafClient()
  const many = 10_000
  let text = ''
  client.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  client.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(many))
  client.resume()
  await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(many)
})
