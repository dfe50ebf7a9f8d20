import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A socket with the response in progress, as Node keeps it there. Node's own handler of client errors reads the same
 * property.
 */
export type Connection = Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null }

/**
 * Follows the connections of a server, so that idle ones can be closed: those that have no request in progress now, and
 * others as soon as they have none. Node's own `closeIdleConnections` misses connections that are opened after a client
 * has closed one in the middle of a response (seen on Node 24.21), and the shutdown would wait for each of them.
 */
export function followConnections(server: Server): { endIdle(): void } {
  const open = new Set<Connection>()
  let isEnding = false

  server.on('connection', (socket: Connection) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => {
    if (isEnding) endOnceIdle(socket)
  })

  return {
    endIdle() {
      isEnding = true
      for (const socket of open) endOnceIdle(socket)
    },
  }
}

function endOnceIdle(socket: Connection): void {
  const underWay = socket._httpMessage
  if (underWay) underWay.once('close', () => endOnceIdle(socket))
  else socket.destroySoon()
}
