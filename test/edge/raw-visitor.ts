import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** An answer with all that web interfaces do not show. */
interface WholeAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  trailers: Record<string, string | undefined>
  body: Buffer
  /** It broke off. */
  isBroken: boolean
}

/** Asks as a program does that looks at everything. */
export function askWhole(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method, headers: { ...headers }, agent: false, maxHeaderSize: 1e6 },
      (answer) => {
        const pieces: Buffer[] = []
        const { statusCode: status = 0 } = answer
        answer.on('data', (piece) => pieces.push(piece))
        answer.on('error', () => {})
        answer.once('close', () =>
          resolve({
            status,
            headers: answer.headers,
            trailers: answer.trailers,
            body: Buffer.concat(pieces),
            isBroken: !answer.complete,
          }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

/** Sends bytes, and nothing else. */
export function sendBytes(url: string, text: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(Buffer.from(text, 'latin1'))
  return socket
}

/** All that is answered to bytes, until the connection ends. */
export async function answerToBytes(url: string, text: string): Promise<string> {
  const socket = sendBytes(url, text)
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece.toString('latin1')
  })
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}
