import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A socket with the response in progress, as Node keeps it there. Node's own handler of client errors reads the same
 * property.
 */
export type Connection = Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null }

/** The connections of a server: see `followConnections`. */
interface OpenConnections {
  /** Closes idle connections: at once, and others as soon as they are idle. Those of proxies wait for `untilProxiesLeft`. */
  endIdle(): void
  /** Resolves once no proxy has a connection, or the signal aborts. Then idle ones of proxies are closed as well. */
  untilProxiesLeft(signal: AbortSignal): Promise<void>
}

/**
 * Follows the connections of a server, so that idle ones can be closed: those that have no request in progress. Node's own
 * `closeIdleConnections` misses connections that are opened after a client has closed one in the middle of a response (seen
 * on Node 24.21), and the shutdown would wait for each of them.
 *
 * A proxy may be sending the next visitor's request on an idle connection just when that is closed, and answers it with 502
 * then, because it must not send a POST twice. So its connections stay for a while: each next answer says
 * `Connection: close`, and those that the proxy does not need it closes itself.
 */
export function followConnections(server: Server): OpenConnections {
  const open = new Set<Connection>()
  const ofProxies = new Set<Connection>()
  let isEnding = false
  let onProxyLeft = () => {}

  server.on('connection', (socket: Connection) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (ofProxies.delete(socket)) onProxyLeft()
    })
  })
  server.prependListener('request', ({ headers, socket }: IncomingMessage, response: ServerResponse) => {
    if (headers['x-forwarded-for'] !== undefined && open.has(socket)) ofProxies.add(socket)
    if (!isEnding) return
    response.shouldKeepAlive = false
    endOnceIdle(socket)
  })

  return {
    endIdle() {
      isEnding = true
      for (const socket of open)
        if (ofProxies.has(socket)) endWithAnswer(socket)
        else endOnceIdle(socket)
    },
    async untilProxiesLeft(signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onProxyLeft = () => ofProxies.size === 0 && resolve()
      onProxyLeft()
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      for (const socket of ofProxies) endOnceIdle(socket)
    },
  }
}

/** Closes a connection with the response in progress, if there is one that can still say so. */
function endWithAnswer({ _httpMessage: underWay }: Connection): void {
  if (underWay && !underWay.headersSent) underWay.shouldKeepAlive = false
}

function endOnceIdle(socket: Connection): void {
  const underWay = socket._httpMessage
  if (underWay) underWay.once('close', () => endOnceIdle(socket))
  else socket.destroySoon()
}
