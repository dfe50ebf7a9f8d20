import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** An origin that says, byte for byte, what a test wants. `await using` ends it. */
export interface RawOrigin extends AsyncDisposable {
  url: string
  /** Requests, each as its head came. */
  heads: string[]
  /** Connections that have ended. */
  ended: number
}

/** Calls `answer` with the path of each request, without its query, and the connection it came on. */
export async function startRawOrigin(
  answer: (path: string, socket: Socket, origin: RawOrigin) => void,
): Promise<RawOrigin> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let text = ''
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => origin.ended++)
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = text.slice(0, end)
      text = ''
      const [, path] = /^[A-Z]+ ([^? ]*)\S* HTTP\/1\.1\r\n/.exec(head) ?? []
      if (path === undefined) return
      origin.heads.push(head)
      answer(path, socket, origin)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin: RawOrigin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heads: [],
    ended: 0,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return origin
}
