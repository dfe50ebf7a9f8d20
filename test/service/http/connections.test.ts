import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../service/log.ts'
import { createServer } from '../../../service/plugins/http-server.ts'

let app: FastifyInstance
let port: number

beforeEach(async () => {
  app = createServer({ log: createLog('silent'), connectionTimeoutMs: 500, answerUnroutable: () => {} })
  app.get('/large', async () => 'x'.repeat(50_000))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => app.close())

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a client that asks and asks and does not read is cut', async () => {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  await once(client, 'connect')
  client.pause()
  client.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5000))
  await expect.poll(openConnections).toBe(1)
  await expect.poll(openConnections).toBe(0)
  client.destroy()
})

test('a client that reads slowly is not', async () => {
  const client = connect(port, '127.0.0.1')
  await once(client, 'connect')
  client.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200))
  let bytes = 0
  client.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    client.pause()
    setTimeout(() => client.resume(), 5)
  })
  await expect.poll(() => bytes).toBeGreaterThan(200 * 50_000)
  client.destroy()
})
