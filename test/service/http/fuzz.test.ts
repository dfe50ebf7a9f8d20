import { expect, test } from 'vitest'
import { fuzz } from './fuzz/run.ts'
import { fuzzBytes } from './fuzz/run-bytes.ts'
import { withApi } from './support.ts'

withApi((api) => {
  test('random requests made from the OpenAPI document are never answered 5xx, and always as it says', async () => {
    const statuses = await fuzz(api(), { requests: 250, seed: 1 })
    for (const status of [200, 400, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(0)
  }, 120_000)

  test('random bytes on the socket break nothing: no hang, no 5xx, and requests are answered as ever', async () => {
    const statuses = await fuzzBytes(api(), { requests: 400, seed: 1 })
    for (const status of [200, 400, 401, 404, 405]) expect(statuses.get(status)).toBeGreaterThan(0)
  }, 120_000)
})
