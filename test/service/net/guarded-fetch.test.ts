import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { AddressRefused, assertReachableUrl } from '../../../service/base/net/address-guard.ts'
import { guardedFetch, readLimited } from '../../../service/base/net/guarded-fetch.ts'

const open = { allowPrivateAddresses: true, timeoutMs: 5000 }
const guarded = { allowPrivateAddresses: false, timeoutMs: 5000 }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

describe('the guarded fetch', () => {
  test.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost'])(
    'never connects to %s',
    async (host) => {
      const { port, requests } = await serve((_request, response) => response.end('secret'))
      await expect(guardedFetch(`http://${host}:${port}/`, {}, guarded)).rejects.toThrow(AddressRefused)
      expect(requests()).toBe(0)
    },
  )

  test('a name whose answer changes between check and connection is refused', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'))
    const answers = ['93.184.215.14', '127.0.0.1']
    const lookup = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
    const url = `http://rebind.example.com:${port}/`
    await assertReachableUrl(url, { ...guarded, lookup })
    await expect(guardedFetch(url, {}, { ...guarded, lookup })).rejects.toThrow(AddressRefused)
    expect(requests()).toBe(0)
  })

  test.each(['file:///etc/passwd', 'http://user:pass@www.example.com/'])(
    'refuses a redirect to %s',
    async (location) => {
      const { url } = await serve((_request, response) => response.writeHead(301, { location }).end())
      await expect(guardedFetch(url, {}, { ...open, maxRedirects: 5 })).rejects.toThrow(AddressRefused)
    },
  )

  test('ends when the time is over, in the middle of a body too', async () => {
    const { url } = await serve((_request, response) => {
      response.write('first')
    })
    const response = await guardedFetch(url, {}, { ...open, timeoutMs: 200 })
    await expect(response.text()).rejects.toThrow(/timeout/)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('a %s bomb is cut off by its size after decompression', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(20 * 1024 * 1024))
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    )
    const response = await guardedFetch(url, {}, open)
    let bytes = 0
    for await (const chunk of readLimited(response, 1_000_000)) bytes += chunk.length
    expect(bytes).toBe(1_000_000)
  })
})

async function serve(listener: RequestListener) {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, requests: () => requests }
}
