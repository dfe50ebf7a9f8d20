import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Requests one record again and again on a number of kept-alive connections. Returns how long each answer took, in milliseconds.
 */
export async function askForRecord(
  port: number,
  pattern: string,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const request = `GET /p/${pattern} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const until = performance.now() + seconds * 1000
  const all = await Promise.all(Array.from({ length: connections }, () => askOn(port, request, until)))
  return all.flat()
}

async function askOn(port: number, request: string, until: number): Promise<number[]> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  await once(socket, 'connect')
  const latencies: number[] = []
  let received = ''
  let began = performance.now()
  socket.on('data', (part: string) => {
    received += part
    if (!isWhole(received)) return
    received = ''
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

/** Whether a text is a complete answer. Throws if it is not a 200. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  if (!text.startsWith('HTTP/1.1 200 ')) throw new Error('the record is not there')
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? []
  return text.length >= head + 4 + Number(length)
}
