import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows which connections of a server have a request under way, and gives what cuts those that have none, now and as
 * they become so. Node's own `closeIdleConnections` misses connections that are opened after a client has cut one in
 * the middle of an answer (seen on Node 24.21), and the end of the service would wait for each of them.
 */
export function followConnections(server: Server): { endIdle(): void } {
  const underWay = new Map<Socket, number>()
  let isEnding = false

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      if (underWay.has(socket)) underWay.set(socket, left)
      if (isEnding && left === 0) socket.destroySoon()
    })
  })

  return {
    endIdle() {
      isEnding = true
      for (const [socket, requests] of underWay) if (requests === 0) socket.destroySoon()
    },
  }
}
