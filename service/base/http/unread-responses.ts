import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const checksInTime = 20

/** A socket with its handle, which Node reads for its own time-outs in the same way. */
type WithHandle = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }

/**
 * Closes connections whose client reads nothing of what was sent to it for `limitMs`, whatever it sends meanwhile. Node's
 * own time-out begins again with each request that arrives, and needs twice its time for this.
 */
export function endUnreadResponses(server: Server, limitMs: number): void {
  const open = new Map<WithHandle, { taken: number; at: number }>()
  server.on('connection', (socket: WithHandle) => {
    open.set(socket, { taken: 0, at: performance.now() })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(check, limitMs / checksInTime).unref()
  server.once('close', () => clearInterval(timer))

  function check(): void {
    const now = performance.now()
    for (const [socket, last] of open) {
      const taken = takenBytes(socket)
      if (socket.writableLength === 0 || taken !== last.taken) open.set(socket, { taken, at: now })
      else if (now - last.at > limitMs) socket.destroy()
    }
  }
}

/** How many bytes the operating system has taken, which takes more once the client has read some. */
function takenBytes({ _handle: handle }: WithHandle): number {
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}
