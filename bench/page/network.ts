import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createDownlink, type Downlink } from './downlink.ts'

/** How far away the servers are, and how slow the visitor's processor is. */
export interface Conditions {
  name: string
  roundTripMs: number
  /** Round trips before the first byte can be sent to a new origin: DNS, TCP, TLS 1.3. */
  connectRoundTrips: number
  /** Bandwidth from the servers to the visitor, shared by all connections; 0: no limit. */
  bitsPerSecond: number
  /** Chromium's throttling: 4 makes the processor four times slower. */
  cpuSlowdown: number
}

export const unthrottled: Conditions = {
  name: 'unthrottled',
  roundTripMs: 0,
  connectRoundTrips: 0,
  bitsPerSecond: 0,
  cpuSlowdown: 1,
}
export const slow4g: Conditions = {
  name: 'slow 4G, CPU ÷ 4',
  roundTripMs: 150,
  connectRoundTrips: 3,
  bitsPerSecond: 1_600_000,
  cpuSlowdown: 4,
}

/**
 * Proxies that add latency between the visitor and servers on this machine. An origin is connected once: further connections are
 * ready with the first one, because requests of HTTP/2 share one. Slow start and the uplink are not simulated.
 */
export interface Network {
  /** Opens an origin in front of the server on a port. */
  proxy(targetPort: () => number): Promise<{ origin: string; close(): void }>
  /** Sets the conditions of all origins, and forgets their connections. */
  become(conditions: Conditions): void
}

export function createNetwork(): Network {
  let conditions = unthrottled
  let downlink = createDownlink(0, 0)
  let connectedAt = new Map<Server, number>()

  function become(next: Conditions) {
    conditions = next
    downlink = createDownlink(next.bitsPerSecond, next.roundTripMs / 2)
    connectedAt = new Map()
  }

  async function proxy(targetPort: () => number) {
    const sockets = new Set<Socket>()
    const server = createServer({ noDelay: true }, (client) => {
      const target = connect({ port: targetPort(), host: '127.0.0.1', noDelay: true })
      for (const socket of [client, target]) {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      }
      if (conditions.roundTripMs) join(client, target, conditions, readyAt(server), downlink)
      else client.pipe(target).pipe(client)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const close = () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
  }

  function readyAt(server: Server): number {
    const first = connectedAt.get(server) ?? performance.now()
    connectedAt.set(server, first)
    return first + conditions.roundTripMs * conditions.connectRoundTrips
  }

  return { proxy, become }
}

function join(
  client: Socket,
  target: Socket,
  { roundTripMs }: Conditions,
  ready: number,
  downlink: Downlink,
) {
  let sent = Promise.resolve()
  client.on('data', (part) => {
    const at = Math.max(performance.now(), ready) + roundTripMs / 2
    sent = sent.then(() => waitUntil(at)).then(() => void target.write(part))
  })
  target.on('data', (part) => downlink.send(client, part))
  target.on('end', () => downlink.end(client))
  client.on('close', () => target.destroy())
}

async function waitUntil(at: number): Promise<void> {
  const left = at - performance.now()
  if (left > 0) await wait(left)
}
