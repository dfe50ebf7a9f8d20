import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Service } from '../../support/service.ts'
import { sharedApi } from '../http/support.ts'
import { createCampaign } from './support.ts'

let api: Service
beforeAll(async () => {
  api = await sharedApi()
})

const line = `a@w.example.com,${'x'.repeat(63)}\n`
const mebibyte = 'x'.repeat(1024 * 1024)

/** Sends a list to its end, reading nothing, and gives the answer that it reads then. */
async function answerTo(pieces: string[], connection: string): Promise<string> {
  const { id } = await createCampaign(api)
  const client = connect(Number(new URL(api.url).port), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.pause()
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  client.write(
    `POST /v1/campaigns/${id}/people HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${length}\r\nConnection: ${connection}\r\n\r\n`,
  )
  for (const piece of pieces) await new Promise((resolve) => client.write(piece, resolve))
  client.setEncoding('latin1').resume()
  return String((await once(client, 'data'))[0])
}

test.each(['close', 'keep-alive'])(
  'a list with too many lines is told so, also to who sends all of it first: Connection: %s',
  async (connection) => {
    const answer = await answerTo(['email,name\n', ...Array(10).fill(line.repeat(25_000))], connection)
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"error":41300,"message":"A list has at most 200,000 lines/s)
  },
)

test.each(['close', 'keep-alive'])('so is one that is too large: Connection: %s', async (connection) => {
  const answer = await answerTo(Array(70).fill(mebibyte), connection)
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*"error":41300,"message":"A list has at most 64 MiB/s)
})

test('one that says that it is too large is refused before it comes', async () => {
  const { id } = await createCampaign(api)
  const client = connect(Number(new URL(api.url).port), '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write(
    `POST /v1/campaigns/${id}/people HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${64 * 1024 * 1024 + 1}\r\n\r\n`,
  )
  expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 /)
})
