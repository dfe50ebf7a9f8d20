import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An answer with all that web interfaces do not show. */
interface WholeAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Asks as a program does that looks at everything. */
export function askWhole(url: string, { headers = {} }: { headers?: object } = {}): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { ...headers }, agent: false }, async (answer) => {
      const { statusCode: status = 0 } = answer
      resolve({ status, headers: answer.headers, body: await buffer(answer) })
    })
    asked.once('error', reject)
    asked.end()
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
