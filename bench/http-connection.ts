import { once } from 'node:events'
import { connect } from 'node:net'

/** One kept-alive HTTP connection. It is cheap, so that the service is measured and not the client. */
interface HttpConnection {
  /** Sends JSON as `text/plain` and resolves to the answer's status. Only one request at a time. `client`: see `X-Forwarded-For`. */
  post(path: string, body: string, client?: string): Promise<number>
  close(): void
}

/** Connects to 127.0.0.1. It supports only answers without a body (204). */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received = ''
  let answered: { resolve(status: number): void; reject(error: Error): void } | undefined
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part
    if (!received.includes('\r\n\r\n')) return
    const status = Number(received.slice(9, 12))
    received = ''
    answered?.resolve(status)
  })
  const fail = (error = new Error('the connection ended')) => answered?.reject(error)
  socket.on('error', fail).on('close', () => fail())

  function post(path: string, body: string, client?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      answered = { resolve, reject }
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0`
      const forwarded = client ? `\r\nX-Forwarded-For: ${client}` : ''
      socket.write(
        `${head}${forwarded}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
  }

  return { post, close: () => socket.destroy() }
}
