import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { realPages } from '../../test/edge/pages/real-pages.ts'
import { type Spread, spreadOf } from '../report/numbers.ts'

/** Milliseconds to the first byte of a page. */
interface FirstBytes {
  personal: Spread
  proxied: Spread
  direct: Spread
}

/** Requests one page in turns: through an edge with a record, through the same edge as a plain proxy, and from the origin. */
export async function measureFirstBytes(rounds: number): Promise<FirstBytes> {
  const [page] = await realPages(1)
  const origin = await listen('text/html', Buffer.from(page?.bytes ?? []))
  const content = [{ selector: '.card-title', type: 'text', payload: 'For Ada' }]
  const service = await listen('application/json', Buffer.from(JSON.stringify({ pattern: 'Ada', content })))
  const edge = await startEdgeServer({
    origin: urlOf(origin),
    service: urlOf(service),
    host: '127.0.0.1',
    port: 0,
  })
  const urls = { personal: `${edge.url}/?pattern=Ada`, proxied: `${edge.url}/`, direct: `${urlOf(origin)}/` }
  const times: Record<keyof FirstBytes, number[]> = { personal: [], proxied: [], direct: [] }
  for (let round = 0; round < 1.2 * rounds; round++)
    for (const name of ['personal', 'proxied', 'direct'] as const) {
      const ms = await timeToFirstByte(urls[name])
      if (round >= 0.2 * rounds) times[name].push(ms)
    }
  for (const server of [origin, service]) server.close().closeAllConnections()
  await edge.close()
  return {
    personal: spreadOf(times.personal),
    proxied: spreadOf(times.proxied),
    direct: spreadOf(times.direct),
  }
}

async function listen(type: string, body: Buffer): Promise<Server> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': type }).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function timeToFirstByte(url: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, (answer) => {
      answer.once('data', () => resolve(performance.now() - began)).resume()
    })
    asked.once('error', reject).end()
  })
}
