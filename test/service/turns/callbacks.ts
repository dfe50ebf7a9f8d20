import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startLocalServer } from '../../support/local-server.ts'
import { ask, type Flood, untilStatus } from './measure.ts'

/** Each a host of its own: one alone never has more than its 20 places. */
const hosts = 40
/** A sound callback is there after some tens of milliseconds; one behind those that hang after a quarter of an hour. */
const longestMs = 5000

/** Callbacks to receivers that take a request and never answer. */
export async function callbacksThatHang(): Promise<Flood> {
  const hanging = new Set<object>()
  const servers = await Promise.all(Array.from({ length: hosts }, () => startHanging(hanging)))
  const addresses = servers.map((server) => server.address())
  const received = new Map<string, () => void>()
  const sound = await startLocalServer(({ body }, response) => {
    response.writeHead(204).end()
    received.get((JSON.parse(body) as { data: { id: string } }).data.id)?.()
  })
  const prospects = { acme: '', other: '' }
  const create = (organization: 'acme' | 'other') => ({
    prospect: prospects[organization],
    template: 'launch',
    language: 'en',
  })
  return {
    environment: {},
    longestMs,
    held: () => hanging.size,
    async prepare(service) {
      for (const organization of ['acme', 'other'] as const) {
        const email = `jane.doe@${organization}.example`
        const { id } = await ask<{ id: string }>(service, organization, 'POST', '/v1/prospects', { email })
        prospects[organization] = id
        await untilStatus(service, organization, `/v1/prospects/${id}`, 'enriched')
      }
    },
    async enqueue(service, at) {
      const { port } = addresses[at % hosts] as AddressInfo
      await ask(service, 'acme', 'POST', '/v1/content', {
        ...create('acme'),
        callback: `http://127.0.0.1:${port}/hook`,
      })
    },
    async sample(service) {
      const arrived = Promise.withResolvers<void>()
      const body = { ...create('other'), callback: `${sound.url}/hook` }
      const { id } = await ask<{ id: string }>(service, 'other', 'POST', '/v1/content', body)
      received.set(id, arrived.resolve)
      if (hasArrived(sound.received, id)) arrived.resolve()
      await arrived.promise
      received.delete(id)
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) server.close().closeAllConnections()
      await sound[Symbol.asyncDispose]()
    },
  }
}

function hasArrived(received: { body: string }[], id: string): boolean {
  return received.some(({ body }) => body.includes(`"id":"${id}"`))
}

async function startHanging(hanging: Set<object>): Promise<Server> {
  const server = createServer((request) => {
    hanging.add(request)
    request.socket.once('close', () => hanging.delete(request))
    request.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
