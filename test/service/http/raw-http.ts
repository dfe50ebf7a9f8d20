import { connect, type Socket } from 'node:net'

/** What came back on a bare connection. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** When the answer began, in milliseconds after the connection was there. */
  afterMs: number
}

/** Opens a connection, writes what is given, and gives the first answer that comes on it. */
export function sendRaw(url: string, write: string | ((socket: Socket) => void)): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    let startedAt = 0
    let afterMs = 0
    socket.once('error', reject)
    socket.once('connect', () => {
      startedAt = performance.now()
      if (typeof write === 'string') socket.write(write)
      else write(socket)
    })
    socket.setEncoding('latin1').on('data', (part: string) => {
      if (text === '') afterMs = performance.now() - startedAt
      text += part
      if (isWhole(text)) socket.end()
    })
    socket.once('close', () => resolve({ ...parseAnswer(text), afterMs }))
  })
}

/** Opens a connection, writes these bytes, and gives all that comes until the service closes it. */
export function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
  })
}

function isWhole(text: string): boolean {
  const { headers, body } = parseAnswer(text)
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length'])
}

/** Interim answers, such as 100 Continue, are passed over. */
function parseAnswer(text: string): Omit<RawAnswer, 'afterMs'> {
  const [head = '', ...rest] = text.replace(/^(HTTP\/1\.1 1\d\d.*?\r\n\r\n)+/s, '').split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(/:\s*(.*)/s)))
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}
