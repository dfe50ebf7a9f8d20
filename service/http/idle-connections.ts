import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A socket and the answer under way on it, as Node keeps it there: its own handler of broken requests looks at it, too. */
export type Connection = Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null }

/**
 * Follows the connections of a server, and gives what cuts those that have no request under way, now and as they become
 * so. Node's own `closeIdleConnections` misses connections that are opened after a client has cut one in the middle of
 * an answer (seen on Node 24.21), and the end of the service would wait for each of them.
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
