import { parseArgs } from 'node:util'
import { startService } from '../../../support/service.ts'
import { fuzz } from './run.ts'
import { fuzzBytes } from './run-bytes.ts'

/**
 * `npm run test:long -- fuzz [-- --requests 20000] [-- --seed 1]`, and with `--bytes` bytes instead of requests: on the embedded database, or on the one that
 * `DATABASE_URL` names.
 */
const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, bytes: { type: 'boolean' } },
})
const requests = Number(values.requests ?? 20_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const databaseUrl = process.env.DATABASE_URL

console.log(`${requests} random ${values.bytes ? 'connections' : 'requests'}, seed ${seed}`)
await using service = await startService(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
const statuses = await (values.bytes ? fuzzBytes : fuzz)(service, {
  requests,
  seed,
  onProgress: (done) => console.log(done),
})
const counts = [...statuses].sort(([a], [b]) => a - b)
console.log(counts.map(([status, count]) => `${status}: ${count}`).join(', '))
const expected = values.bytes ? [200, 400, 401, 404, 405] : [200, 400, 401, 404]
const missing = expected.filter((status) => !statuses.has(status))
if (missing.length > 0) console.log(`never answered: ${missing.join(', ')}`)
process.exitCode = missing.length > 0 ? 1 : 0
