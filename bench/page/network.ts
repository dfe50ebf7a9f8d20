import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** How far away the servers are, and how slow the visitor's processor is. */
export interface Conditions {
  name: string
  roundTripMs: number
  /** Bandwidth from the servers to the visitor, by Chromium's throttling; 0: no limit. */
  bitsPerSecond: number
  /** Chromium's throttling: 4 makes the processor four times slower. */
  cpuSlowdown: number
}

export const unthrottled = { name: 'unthrottled', roundTripMs: 0, bitsPerSecond: 0, cpuSlowdown: 1 }
export const slow4g = { name: 'slow 4G, CPU ÷ 4', roundTripMs: 150, bitsPerSecond: 1.6e6, cpuSlowdown: 4 }

/** Round trips before the first byte can be sent to a new origin: DNS, TCP, TLS 1.3. */
const connectRoundTrips = 3

/**
 * Proxies that add latency between the visitor and servers on this machine. An origin is connected once: further connections are
 * ready with the first one, because requests of HTTP/2 share one. Slow start is not simulated.
 */
export function createNetwork() {
  let conditions: Conditions = unthrottled
  let connectedAt = new Map<number, number>()

  /** Sets the conditions of all origins, and forgets their connections. */
  function become(next: Conditions): void {
    conditions = next
    connectedAt = new Map()
  }

  /** Opens an origin in front of the server on a port. */
  async function proxy(targetPort: () => number) {
    const sockets = new Set<Socket>()
    const server = createServer({ noDelay: true }, (client) => {
      const target = connect({ port: targetPort(), host: '127.0.0.1', noDelay: true })
      for (const socket of [client, target]) {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      }
      const first = connectedAt.get(targetPort()) ?? performance.now()
      connectedAt.set(targetPort(), first)
      const readyAt = first + conditions.roundTripMs * connectRoundTrips
      delay(client, target, readyAt, conditions.roundTripMs / 2)
      delay(target, client, readyAt, conditions.roundTripMs / 2)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const close = () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
  }

  return { proxy, become }
}

/** Hands on what comes, in order, so many milliseconds later, and not before the connection is ready. */
function delay(from: Socket, to: Socket, readyAt: number, ms: number): void {
  let sent = Promise.resolve()
  const later = (send: () => void) => {
    const at = Math.max(performance.now(), readyAt) + ms
    sent = sent.then(() => wait(Math.max(0, at - performance.now()))).then(send)
  }
  from.on('data', (part) => later(() => void to.write(part)))
  from.on('end', () => later(() => void to.end()))
}
