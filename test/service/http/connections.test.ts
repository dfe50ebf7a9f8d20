import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer } from '../../../service/base/http/server.ts'
import { createLog } from '../../../service/base/log.ts'

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
