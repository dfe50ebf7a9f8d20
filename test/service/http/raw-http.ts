import { connect, type Socket } from 'node:net'

/** What came back on a bare connection. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Opens a connection, writes what is given, and gives the first answer that comes on it. */
export function sendRaw(url: string, write: string | ((socket: Socket) => void)): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.once('error', reject)
    socket.once('connect', () => (typeof write === 'string' ? socket.write(write) : write(socket)))
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
      const { headers, body } = parseAnswer(text)
      if (body.length >= Number(headers['content-length'] ?? Infinity)) socket.end()
    })
    socket.once('close', () => resolve(parseAnswer(text)))
  })
}

/** Interim answers, such as 100 Continue, are passed over. */
function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.replace(/^(HTTP\/1\.1 1\d\d.*?\r\n\r\n)+/s, '').split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(/:\s*(.*)/s)))
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
