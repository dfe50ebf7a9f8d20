import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startEdgeServer } from '../../../service/pages/edge-server.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { batchOf, post } from '../events/batch.ts'
import { insertRecord, type LocalService, startLocal, token } from '../events/records.ts'

const made = () => randomBytes(16).toString('base64url')
const times = 650

/** How often each status came of many requests from an address. */
async function statusesOf(ask: (at: number) => Promise<Response>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let at = 0; at < times; at += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => ask(at + each)))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const page = ({ url }: LocalService, pattern: string, address: string) =>
  fetch(`${url}/p/${pattern}`, { headers: from(address) })
const content = ({ url }: LocalService, as: string, address: string) =>
  fetch(`${url}/v1/content/none`, { headers: { authorization: `Bearer ${as}`, ...from(address) } })

test('who asks for patterns that are none is refused, and nobody else is', async () => {
  await using service = await startLocal()
  const { db } = service.service
  const [known, other] = [await insertRecord(db), await insertRecord(db)]
  await page(service, known.pattern, '198.51.100.1')
  const counts = await statusesOf(() => page(service, made(), '198.51.100.1'))
  expect(counts[404]).toBeGreaterThanOrEqual(600)
  expect(counts[429]).toBeGreaterThan(0)
  const refused = await page(service, made(), '198.51.100.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect((await page(service, known.pattern, '198.51.100.1')).status).toBe(200)
  expect((await page(service, other.pattern, '198.51.100.2')).status).toBe(200)

  const sent = await post(service, batchOf({ pattern: made() }), from('198.51.100.1'))
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([429, '*'])
})

test('behind the edge it is the visitor who is counted, not the edge', async () => {
  await using service = await startLocal()
  await using origin = await startLocalServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A</title>'),
  )
  const record = await insertRecord(service.service.db)
  const ends = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  const edge = await startEdgeServer({ ...ends, timeoutMs: 10_000 })
  const visit = async (pattern: string, address: string) => {
    const answer = await fetch(`${edge.url}/?pattern=${pattern}`, { headers: from(address) })
    await answer.text()
    return answer
  }
  await statusesOf(() => visit(made(), '198.51.100.1'))
  expect((await page(service, made(), '198.51.100.1')).status).toBe(429)
  expect((await page(service, made(), '198.51.100.2')).status).toBe(404)
  edge.takeCounts()
  await visit(record.pattern, '198.51.100.2')
  expect(edge.takeCounts()).toEqual({ personalised: 1 })
  await edge.close()
})

test('who tries tokens is refused, but for a token that was valid lately', async () => {
  await using service = await startLocal()
  expect((await content(service, token, '198.51.100.1')).status).toBe(404)
  const counts = await statusesOf(() => content(service, made(), '198.51.100.1'))
  expect(counts[401]).toBeGreaterThanOrEqual(600)
  expect(counts[429]).toBeGreaterThan(0)
  expect((await content(service, token, '198.51.100.1')).status).not.toBe(401)
  expect((await content(service, made(), '198.51.100.2')).status).toBe(401)
})
