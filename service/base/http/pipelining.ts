import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** More than any client sends before it has read an answer. */
const mostUnanswered = 100

/** A socket as Node's HTTP server keeps it: it pauses the parser after the chunk in which `_paused` was set. */
type WithParser = Socket & { _paused?: boolean; parser?: { resume(): void } | null }

/**
 * Reads no further requests of a connection while many of it are unanswered. Node pauses only once responses are
 * waiting, and goes on too early: a client that read nothing had 20,000 requests under way, which took 150 MB.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, by: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + by
    unanswered.set(socket, count)
    return count
  }
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const socket: WithParser = request.socket
    if (add(socket, 1) > mostUnanswered && !socket._paused) {
      socket._paused = true
      socket.pause()
    }
    response.once('close', () => {
      if (add(socket, -1) > mostUnanswered / 2 || !socket._paused || socket.writableNeedDrain) return
      socket._paused = false
      socket.parser?.resume()
      socket.resume()
    })
  })
}
