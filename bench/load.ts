import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface Load {
  url: string
  /** Kept-alive connections, each of which sends its next request once the last is answered. */
  connections: number
  seconds: number
  /** The next request of a connection. */
  next(connection: number): { method: 'GET' | 'POST'; path: string; body?: string }
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

/** Sends requests for a time, over plain sockets, so that not the client is measured. Returns the rate, and how long each took. */
export async function load({ url, connections, seconds, next }: Load) {
  const began = performance.now()
  const until = began + seconds * 1000
  const latenciesMs: number[] = []

  async function sendOn(connection: number): Promise<void> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true })
    await once(socket.setEncoding('latin1'), 'connect')
    while (performance.now() < until) {
      const sentAt = performance.now()
      const { method, path, body = '' } = next(connection)
      const status = await ask(
        socket,
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${userAgent}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}`)
      latenciesMs.push(performance.now() - sentAt)
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: connections }, (_, connection) => sendOn(connection)))
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - began), latenciesMs }
}

/** Sends a request. Resolves to its status once the whole answer is there. */
async function ask(socket: Socket, request: string): Promise<number> {
  socket.write(request)
  let received = ''
  while (!isWhole(received)) received += (await once(socket, 'data'))[0]
  return Number(received.slice(9, 12))
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  const [, length = 0] = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, head + 4)) ?? []
  return head >= 0 && answer.length >= head + 4 + Number(length)
}
