import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../../support/service.ts'
import { expectError, freshEmail, unknownId } from './support.ts'

const limit = 10

let api: Service
beforeAll(async () => {
  api = await startService({ RATE_LIMIT: String(limit) })
})
afterAll(async () => void (await api?.stop()))

const ask = (token: string) => api.request('GET', `/v1/content/${unknownId}`, { token })

test('a token has so many requests a minute, and is told how many are left', async () => {
  for (let left = limit - 1; left >= 0; left--) {
    const { status, headers } = await ask(api.token)
    expect(status).toBe(404)
    expect(headers.get('ratelimit-limit')).toBe(String(limit))
    expect(headers.get('ratelimit-remaining')).toBe(String(left))
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60)
  }
  const refused = await ask(api.token)
  expectError(refused, 42900)
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
})

test('beyond it every path is 429, and nothing is done', async () => {
  const body = { email: freshEmail() }
  expectError(await api.request('POST', '/v1/prospects', { body }), 42900)
  expectError(await api.request('GET', '/v1/unknown'), 42900)
  expectError(await api.request('PUT', '/v1/content'), 42900)
  expectError(await api.request('GET', '/v1/content/%ff'), 42900)
})

test('another token has its own, and without one there is none', async () => {
  expect((await ask(api.otherToken)).headers.get('ratelimit-remaining')).toBe(String(limit - 1))
  expectError(await ask(''), 40100)
  expect((await api.request('GET', '/v1/openapi.json')).headers.get('ratelimit-limit')).toBeNull()
  expect((await api.request('GET', '/healthz')).headers.get('ratelimit-limit')).toBeNull()
})
