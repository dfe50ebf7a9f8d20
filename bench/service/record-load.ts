import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Asks for one record again and again on so many kept-alive connections, and gives how long each answer took, in
 * milliseconds. All answers are as long as the first: their end is known by their bytes.
 */
export async function askForRecord(
  port: number,
  pattern: string,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const request = `GET /p/${pattern} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const length = await lengthOf(port, request)
  const until = performance.now() + seconds * 1000
  const all = await Promise.all(
    Array.from({ length: connections }, () => askOn(port, request, length, until)),
  )
  return all.flat()
}

async function askOn(port: number, request: string, length: number, until: number): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const latencies: number[] = []
  let received = 0
  let began = performance.now()
  socket.on('data', (part) => {
    received += part.length
    if (received < length) return
    received = 0
    const now = performance.now()
    latencies.push(now - began)
    began = now
    if (now < until) socket.write(request)
    else socket.destroy()
  })
  socket.write(request)
  await once(socket, 'close')
  return latencies
}

async function lengthOf(port: number, request: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' }).setEncoding('latin1')
  socket.write(request)
  let text = ''
  for await (const part of socket) {
    text += part
    const [, length] = /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d+)\r\n.*\r\n\r\n/is.exec(text) ?? []
    if (length !== undefined) return text.indexOf('\r\n\r\n') + 4 + Number(length)
  }
  throw new Error('the record is not there')
}
