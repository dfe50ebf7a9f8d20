import { describe, expect, test } from 'vitest'
import { sendRaw } from './raw-http.ts'
import { sharedApi } from './support.ts'

const post =
  'POST /v1/prospects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

describe.concurrent('whoever sends too slowly is ended with 40800', () => {
  test('a head that has not come within 30 s', async () => {
    const api = await sharedApi()
    const answer = await sendRaw(api.url, 'GET /v1/content HTTP/1.1\r\nHost: x\r\n')
    expect(JSON.parse(answer.body)).toMatchObject({ error: 40800 })
  })

  test('a body that comes in drops', async () => {
    const api = await sharedApi()
    const answer = await sendRaw(api.url, (socket) => {
      socket.write(post.replace('\r\n\r\n', `\r\nAuthorization: Bearer ${api.token}\r\n\r\n`))
      const drip = setInterval(() => socket.writable && socket.write(' '), 500)
      socket.once('close', () => clearInterval(drip))
    })
    expect(JSON.parse(answer.body)).toMatchObject({ error: 40800 })
  })
})
