import { parseArgs } from 'node:util'
import { startService } from '../../../support/service.ts'
import { fuzz } from './run.ts'

/**
 * `npm run test:fuzz [-- --requests 20000] [-- --seed 1]`: on the embedded database, or on the one that
 * `DATABASE_URL` names.
 */
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const requests = Number(values.requests ?? 20_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const databaseUrl = process.env.DATABASE_URL

console.log(`${requests} random requests, seed ${seed}`)
await using service = await startService(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
const statuses = await fuzz(service, { requests, seed, onProgress: (done) => console.log(done) })
const counts = [...statuses].sort(([a], [b]) => a - b)
console.log(counts.map(([status, count]) => `${status}: ${count}`).join(', '))
