import { parseArgs } from 'node:util'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { ask } from '../events/batch.ts'
import { startLocal } from '../events/records.ts'
import { fill } from './fill.ts'

/**
 * How long the figures of a template take that has 50,000 records of 200,000, of which seven in ten were visited, on both
 * databases: `npm run test:long -- figures -- --records 50000 --of 200000 --databases PGlite,PostgreSQL`.
 */
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '50000' },
    of: { type: 'string', default: '200000' },
    databases: { type: 'string', default: 'PGlite,PostgreSQL' },
  },
})
const all = Number(values.of)
const templates = Math.max(1, Math.round(all / Number(values.records)))
const turns = 5

if (values.databases.includes('PGlite')) await measure('PGlite', { DATA_DIR: 'memory' })
if (values.databases.includes('PostgreSQL')) {
  const cluster = await startCluster()
  if (!cluster) throw new Error('PostgreSQL is not on this machine.')
  try {
    const url = await createDatabase(cluster.url)
    await measure('PostgreSQL', { DATABASE_URL: `${url}?statement_timeout=3600000` })
  } finally {
    await cluster.stop()
  }
}

async function measure(name: string, environment: Record<string, string>): Promise<void> {
  await using service = await startLocal({ ...environment, RATE_LIMIT: '0' })
  await fill(service.service.db, { records: all, events: all, days: 2, templates }, () => {})
  const took: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now()
    const answer = await ask(service, '/results/template/launch-0')
    const { records } = (await answer.json()) as { records: number }
    took.push(performance.now() - began)
    if (turn === 0) console.log(`${name}: the figures of ${records} records of ${all}`)
  }
  const [first = 0, ...later] = took.map(Math.round)
  console.log(`${name}: at first ${first} ms, then ${later.join(', ')} ms`)
}
